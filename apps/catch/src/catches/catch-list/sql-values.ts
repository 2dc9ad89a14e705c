export { type Sql, SqlValues } from '@cds/service-kit';
