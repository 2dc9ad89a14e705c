export { AuditModule } from './audit.module.js';
export { type Auditee, type AuditFact, recordAudit, recordAudits } from './record-audit.js';
