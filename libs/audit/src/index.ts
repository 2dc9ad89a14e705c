export { AuditModule } from './audit.module.js';
export { type Auditee, type AuditFact, recordAudit } from './record-audit.js';
