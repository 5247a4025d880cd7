//! Saved layouts (布局).

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{NewLayout, SavedLayout, SavedLayouts};
use rules::{Layout, LayoutFault, RuleSet};
use store::StoreError;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Body, Path},
    problem::{self, Kind},
    session::Session,
};
use crate::app::App;

/// Layouts that an account may keep.
const KEPT: u32 = 60;
/// Characters of a layout's name.
const NAME: usize = 32;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(save, delete))
}

#[derive(Debug, thiserror::Error)]
enum LayoutsFault {
    #[error("a layout's name has 1 to 32 characters and is not . or ..")]
    Name,
    #[error("the layout has a fault: {0}")]
    Layout(#[from] LayoutFault),
    #[error("there is no layout of this name")]
    NotFound,
    #[error("keep layouts")]
    Store(#[from] StoreError),
}

impl IntoResponse for LayoutsFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            LayoutsFault::Name => Kind::field("layout-name", "name"),
            LayoutsFault::Layout(_) => Kind::field("layout-fault", "layout"),
            LayoutsFault::NotFound => Kind::client(StatusCode::NOT_FOUND, "no-such-layout"),
            LayoutsFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

/// My layouts
///
/// Those of the own account, by name.
#[utoipa::path(get, path = "/me/layouts", tag = "accounts", security(("bearer" = []), ("cookie" = [])), responses(
    (status = 200, body = SavedLayouts),
))]
async fn list(State(app): State<App>, session: Session) -> Result<Json<SavedLayouts>, LayoutsFault> {
    Ok(Json(SavedLayouts { layouts: app.store.layouts(session.account.id).await? }))
}

/// Save a layout
///
/// In place of the one of the same name. One that is preferred takes this from any other.
#[utoipa::path(put, path = "/me/layouts/{name}", tag = "accounts", request_body = NewLayout,
    security(("bearer" = []), ("cookie" = [])),
    params(("name" = String, Path, description = "1 to 32 characters, not . or ..", min_length = 1, max_length = 32, example = "防守")),
    responses(
    (status = 200, description = "Saved", body = SavedLayout),
    (status = 409, description = "`too-many-layouts`: an account keeps at most 60", body = protocol::Problem),
    (status = 422, description = "`layout-name`, `layout-fault`: the name or the layout can't be used", body = protocol::Problem),
))]
async fn save(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Body(new): Body<NewLayout>,
) -> Result<Json<SavedLayout>, LayoutsFault> {
    if !is_name(&name) {
        return Err(LayoutsFault::Name);
    }
    let layout = Layout::parse(&new.layout, &RuleSet::DEFAULT)?.to_string();
    let saved = SavedLayout { name, layout, preferred: new.preferred };
    app.store.save_layout(session.account.id, &saved, KEPT, app.clock.now()).await?;
    Ok(Json(saved))
}

/// In an address, `.` and `..` name something else, whatever a client does to write them.
fn is_name(name: &str) -> bool {
    (1..=NAME).contains(&name.chars().count())
        && !name.chars().any(char::is_control)
        && !matches!(name, "." | "..")
}

/// Delete a layout
///
/// Of the own account.
#[utoipa::path(delete, path = "/me/layouts/{name}", tag = "accounts",
    security(("bearer" = []), ("cookie" = [])),
    params(("name" = String, Path, description = "Its name", min_length = 1, max_length = 32, example = "防守")), responses(
    (status = 204, description = "Deleted"),
    (status = 404, description = "`no-such-layout`: there is none of this name", body = protocol::Problem),
))]
async fn delete(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<StatusCode, LayoutsFault> {
    let deleted = app.store.delete_layout(session.account.id, &name).await?;
    if deleted { Ok(StatusCode::NO_CONTENT) } else { Err(LayoutsFault::NotFound) }
}
