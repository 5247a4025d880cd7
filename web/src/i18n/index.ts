export { errorText, timeOf } from './errors';
export { figure, signed } from './figures';
export { browserLanguage, chosenLanguage, language, setLanguage, showLanguage, t } from './i18n.svelte';
export type { Relation } from './kinds';
export { flagsOf, placeName, pointName, seatOfPoint } from './points';
export type { Catalogue } from './zh';
