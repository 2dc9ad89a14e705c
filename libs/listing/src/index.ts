export {
  type CursorEnvelope,
  cursorEnvelope,
  cursorPageLinks,
  type CursorPageQuery,
  cursorPageQuery,
  cursorPageRules,
  mapPage,
  placeInList,
} from './cursor-page.js';
export { Cursors, listScope, type ListScope } from './cursors.js';
export { type Database, listPage, tablePage } from './list-page.js';
export { metricFieldsOf, type MetricTwins, metricTwins, queryUnits } from './metric-units.js';
export { fieldsQuery, type FieldsQuery, pickFields, queryFields, queryNames } from './query-names.js';
export { querySort } from './query-sort.js';
export { SCORE_TWINS, type ScoreTwins, scoreTwins } from './score-units.js';
