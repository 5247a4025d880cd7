//! How values of other crates are kept in columns of text.

use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IntoDeserializer, value::StrDeserializer},
};
use sqlx::{Database, Decode, Encode, Type, encode::IsNull, error::BoxDynError};

/// A closed set of words, kept as the word that serde writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<T>(pub(crate) T);

/// Anything else, kept as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Json<T>(pub(crate) T);

macro_rules! text_column {
    ($name:ident) => {
        impl<T, DB: Database> Type<DB> for $name<T>
        where
            String: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                String::type_info()
            }

            fn compatible(ty: &DB::TypeInfo) -> bool {
                String::compatible(ty)
            }
        }
    };
}
text_column!(Word);
text_column!(Json);

impl<'q, T: Serialize, DB: Database> Encode<'q, DB> for Word<T>
where
    String: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buf: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        let serde_json::Value::String(word) = serde_json::to_value(&self.0)? else {
            return Err("not a word".into());
        };
        word.encode(buf)
    }
}

impl<'r, T: Deserialize<'r>, DB: Database> Decode<'r, DB> for Word<T>
where
    &'r str: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let word: StrDeserializer<'r, serde_json::Error> = <&str>::decode(value)?.into_deserializer();
        Ok(Word(T::deserialize(word)?))
    }
}

impl<'q, T: Serialize, DB: Database> Encode<'q, DB> for Json<T>
where
    String: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buf: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        serde_json::to_string(&self.0)?.encode(buf)
    }
}

impl<'r, T: DeserializeOwned, DB: Database> Decode<'r, DB> for Json<T>
where
    &'r str: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Json(serde_json::from_str(<&str>::decode(value)?)?))
    }
}
