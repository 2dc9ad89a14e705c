// Written by `npm run sdk-types` from the document of the API.
import type {
  ApproveVerificationResponses,
  CatchCreatedWebhook,
  CatchDeletedWebhook,
  CatchUpdatedWebhook,
  CreateAccountResponses,
  CreateAnglerResponses,
  CreateApiKeyResponses,
  CreateCatchResponses,
  CreateLeaderboardResponses,
  CreateOAuthClientResponses,
  CreateSpeciesRecordResponses,
  CreateSpeciesResponses,
  CreateWebhookResponses,
  DeleteOAuthClientData,
  EnableWebhookResponses,
  ExportCatchesResponses,
  GetAccountData,
  GetAccountResponses,
  GetAnglerData,
  GetAnglerResponses,
  GetApiKeyData,
  GetApiKeyResponses,
  GetCatchData,
  GetCatchPhotoData,
  GetCatchPhotoResponses,
  GetCatchResponses,
  GetEventData,
  GetEventResponses,
  GetExportData,
  GetExportResponses,
  GetImportData,
  GetImportResponses,
  GetLeaderboardData,
  GetLeaderboardResponses,
  GetMeData,
  GetMeResponses,
  GetOAuthClientData,
  GetOAuthClientResponses,
  GetRateLimitData,
  GetRateLimitResponses,
  GetSpeciesData,
  GetSpeciesPhotoData,
  GetSpeciesPhotoResponses,
  GetSpeciesRecordData,
  GetSpeciesRecordResponses,
  GetSpeciesResponses,
  GetUsageData,
  GetUsageResponses,
  GetVerificationData,
  GetVerificationResponses,
  GetWebhookData,
  GetWebhookDeliveryData,
  GetWebhookDeliveryResponses,
  GetWebhookRecoveryData,
  GetWebhookRecoveryResponses,
  GetWebhookReplayData,
  GetWebhookReplayResponses,
  GetWebhookResponses,
  GetWebhookStatsData,
  GetWebhookStatsResponses,
  ImportCatchesResponses,
  LeaderboardEntryChangedWebhook,
  LeaderboardLeaderChangedWebhook,
  LeaderboardPeriodClosedWebhook,
  ListAccountsData,
  ListAccountsResponses,
  ListAnglerRankingsData,
  ListAnglerRankingsResponses,
  ListAnglersData,
  ListAnglersResponses,
  ListApiKeysData,
  ListApiKeysResponses,
  ListAuditLogData,
  ListAuditLogResponses,
  ListCatchHistoryData,
  ListCatchHistoryResponses,
  ListCatchesData,
  ListCatchesResponses,
  ListDeliveriesData,
  ListDeliveriesResponses,
  ListEventTypesData,
  ListEventTypesResponses,
  ListEventsData,
  ListEventsResponses,
  ListExportsData,
  ListExportsResponses,
  ListImportsData,
  ListImportsResponses,
  ListLeaderboardEntriesData,
  ListLeaderboardEntriesResponses,
  ListLeaderboardsData,
  ListLeaderboardsResponses,
  ListOAuthClientsData,
  ListOAuthClientsResponses,
  ListOAuthGrantsData,
  ListOAuthGrantsResponses,
  ListRejectedRowsData,
  ListRejectedRowsResponses,
  ListRequestLogData,
  ListRequestLogResponses,
  ListSpeciesData,
  ListSpeciesHistoryData,
  ListSpeciesHistoryResponses,
  ListSpeciesPhotosData,
  ListSpeciesPhotosResponses,
  ListSpeciesRecordsData,
  ListSpeciesRecordsResponses,
  ListSpeciesResponses,
  ListVerificationsData,
  ListVerificationsResponses,
  ListWebhookDeliveriesData,
  ListWebhookDeliveriesResponses,
  ListWebhookSigningKeysResponses,
  ListWebhooksData,
  ListWebhooksResponses,
  PingWebhook,
  PromoteCatchPhotoResponses,
  RecoverWebhookResponses,
  RejectVerificationResponses,
  ReplaceCatchResponses,
  ReplaceSpeciesRecordResponses,
  ReplayWebhookResponses,
  RequestVerificationResponses,
  ResendWebhookDeliveryResponses,
  RevokeApiKeyData,
  RevokeOAuthGrantData,
  RevokeVerificationResponses,
  RollApiKeyResponses,
  RotateOAuthClientSecretResponses,
  RotateWebhookSecretResponses,
  SpeciesRecordBrokenWebhook,
  StreamEventsData,
  TestWebhookResponses,
  UpdateAccountResponses,
  UpdateAnglerResponses,
  UpdateApiKeyResponses,
  UpdateCatchResponses,
  UpdateLeaderboardResponses,
  UpdateOAuthClientResponses,
  UpdateSpeciesResponses,
  UpdateWebhookResponses,
  UploadCatchPhotoResponses,
  UploadSpeciesPhotoResponses,
  VerificationApprovedWebhook,
  VerificationRejectedWebhook,
  VerificationRequestedWebhook,
  VerificationRevokedWebhook,
  WebhookEndpointDisabledWebhook,
} from './types.gen.js';

/** Method and path, which lies below /v1 unless it begins with a slash. */
export const OPERATIONS = {
  listCatches: 'GET catches',
  createCatch: 'POST catches',
  getCatch: 'GET catches/{id}',
  replaceCatch: 'PUT catches/{id}',
  updateCatch: 'PATCH catches/{id}',
  deleteCatch: 'DELETE catches/{id}',
  listCatchHistory: 'GET catches/{id}/history',
  requestVerification: 'POST catches/{id}/verifications',
  listAnglers: 'GET anglers',
  createAngler: 'POST anglers',
  getAngler: 'GET anglers/{id}',
  updateAngler: 'PATCH anglers/{id}',
  eraseAngler: 'DELETE anglers/{id}',
  uploadCatchPhoto: 'POST catches/{id}/photos',
  getCatchPhoto: 'GET catches/{id}/photos/{photo_id}',
  deleteCatchPhoto: 'DELETE catches/{id}/photos/{photo_id}',
  importCatches: 'POST catches/import',
  listImports: 'GET imports',
  getImport: 'GET imports/{id}',
  listRejectedRows: 'GET imports/{id}/rejected',
  exportCatches: 'POST catches/export',
  listExports: 'GET exports',
  getExport: 'GET exports/{id}',
  downloadExport: 'GET exports/{id}/download',
  listVerifications: 'GET verifications',
  getVerification: 'GET verifications/{id}',
  approveVerification: 'POST verifications/{id}/approve',
  rejectVerification: 'POST verifications/{id}/reject',
  revokeVerification: 'POST verifications/{id}/revoke',
  listSpecies: 'GET species',
  createSpecies: 'POST species',
  getSpecies: 'GET species/{id}',
  updateSpecies: 'PATCH species/{id}',
  deleteSpecies: 'DELETE species/{id}',
  listSpeciesHistory: 'GET species/{id}/history',
  listSpeciesRecords: 'GET species/{id}/records',
  createSpeciesRecord: 'POST species/{id}/records',
  getSpeciesRecord: 'GET species/{id}/records/{record_id}',
  replaceSpeciesRecord: 'PUT species/{id}/records/{record_id}',
  deleteSpeciesRecord: 'DELETE species/{id}/records/{record_id}',
  listSpeciesPhotos: 'GET species/{id}/photos',
  uploadSpeciesPhoto: 'POST species/{id}/photos',
  getSpeciesPhoto: 'GET species/{id}/photos/{photo_id}',
  deleteSpeciesPhoto: 'DELETE species/{id}/photos/{photo_id}',
  promoteCatchPhoto: 'POST species/{id}/photos/promote',
  withdrawCatchPhoto: 'POST species/{id}/photos/{photo_id}/withdraw',
  listLeaderboards: 'GET leaderboards',
  createLeaderboard: 'POST leaderboards',
  getLeaderboard: 'GET leaderboards/{id}',
  updateLeaderboard: 'PATCH leaderboards/{id}',
  deleteLeaderboard: 'DELETE leaderboards/{id}',
  listLeaderboardEntries: 'GET leaderboards/{id}/entries',
  listAnglerRankings: 'GET anglers/{id}/rankings',
  listWebhooks: 'GET webhooks',
  createWebhook: 'POST webhooks',
  listEventTypes: 'GET webhooks/event-types',
  getWebhook: 'GET webhooks/{id}',
  updateWebhook: 'PATCH webhooks/{id}',
  deleteWebhook: 'DELETE webhooks/{id}',
  enableWebhook: 'POST webhooks/{id}/enable',
  rotateWebhookSecret: 'POST webhooks/{id}/rotate-secret',
  listWebhookDeliveries: 'GET webhooks/{id}/deliveries',
  getWebhookStats: 'GET webhooks/{id}/stats',
  testWebhook: 'POST webhooks/{id}/test',
  recoverWebhook: 'POST webhooks/{id}/recover',
  getWebhookRecovery: 'GET webhook-recoveries/{id}',
  replayWebhook: 'POST webhooks/{id}/replay',
  getWebhookReplay: 'GET webhook-replays/{id}',
  listDeliveries: 'GET webhook-deliveries',
  getWebhookDelivery: 'GET webhook-deliveries/{id}',
  resendWebhookDelivery: 'POST webhook-deliveries/{id}/resend',
  listEvents: 'GET events',
  streamEvents: 'GET events/stream',
  getEvent: 'GET events/{id}',
  listWebhookSigningKeys: 'GET /.well-known/webhook-keys',
  getMe: 'GET me',
  listOAuthClients: 'GET oauth-clients',
  createOAuthClient: 'POST oauth-clients',
  getOAuthClient: 'GET oauth-clients/{id}',
  updateOAuthClient: 'PATCH oauth-clients/{id}',
  deleteOAuthClient: 'DELETE oauth-clients/{id}',
  rotateOAuthClientSecret: 'POST oauth-clients/{id}/rotate-secret',
  listOAuthGrants: 'GET oauth-grants',
  revokeOAuthGrant: 'DELETE oauth-grants/{id}',
  listApiKeys: 'GET api-keys',
  createApiKey: 'POST api-keys',
  getApiKey: 'GET api-keys/{id}',
  updateApiKey: 'PATCH api-keys/{id}',
  revokeApiKey: 'DELETE api-keys/{id}',
  rollApiKey: 'POST api-keys/{id}/roll',
  listAccounts: 'GET accounts',
  createAccount: 'POST accounts',
  getAccount: 'GET accounts/{id}',
  updateAccount: 'PATCH accounts/{id}',
  deleteAccount: 'DELETE accounts/{id}',
  endSecondFactors: 'DELETE accounts/{id}/second-factors',
  listAuditLog: 'GET audit-log',
  listRequestLog: 'GET request-log',
  getUsage: 'GET usage',
  getRateLimit: 'GET rate_limit',
} as const;
export type OperationId = keyof typeof OPERATIONS;

/** Requests that the service does not answer again under an `Idempotency-Key`. */
export const WITHOUT_KEY = [] as const;

/** What each operation answers. */
export interface Operations {
  listCatches: ListCatchesResponses[keyof ListCatchesResponses];
  createCatch: CreateCatchResponses[keyof CreateCatchResponses];
  getCatch: GetCatchResponses[keyof GetCatchResponses];
  replaceCatch: ReplaceCatchResponses[keyof ReplaceCatchResponses];
  updateCatch: UpdateCatchResponses[keyof UpdateCatchResponses];
  deleteCatch: undefined;
  listCatchHistory: ListCatchHistoryResponses[keyof ListCatchHistoryResponses];
  requestVerification: RequestVerificationResponses[keyof RequestVerificationResponses];
  listAnglers: ListAnglersResponses[keyof ListAnglersResponses];
  createAngler: CreateAnglerResponses[keyof CreateAnglerResponses];
  getAngler: GetAnglerResponses[keyof GetAnglerResponses];
  updateAngler: UpdateAnglerResponses[keyof UpdateAnglerResponses];
  eraseAngler: undefined;
  uploadCatchPhoto: UploadCatchPhotoResponses[keyof UploadCatchPhotoResponses];
  getCatchPhoto: GetCatchPhotoResponses[keyof GetCatchPhotoResponses];
  deleteCatchPhoto: undefined;
  importCatches: ImportCatchesResponses[keyof ImportCatchesResponses];
  listImports: ListImportsResponses[keyof ListImportsResponses];
  getImport: GetImportResponses[keyof GetImportResponses];
  listRejectedRows: ListRejectedRowsResponses[keyof ListRejectedRowsResponses];
  exportCatches: ExportCatchesResponses[keyof ExportCatchesResponses];
  listExports: ListExportsResponses[keyof ListExportsResponses];
  getExport: GetExportResponses[keyof GetExportResponses];
  downloadExport: undefined;
  listVerifications: ListVerificationsResponses[keyof ListVerificationsResponses];
  getVerification: GetVerificationResponses[keyof GetVerificationResponses];
  approveVerification: ApproveVerificationResponses[keyof ApproveVerificationResponses];
  rejectVerification: RejectVerificationResponses[keyof RejectVerificationResponses];
  revokeVerification: RevokeVerificationResponses[keyof RevokeVerificationResponses];
  listSpecies: ListSpeciesResponses[keyof ListSpeciesResponses];
  createSpecies: CreateSpeciesResponses[keyof CreateSpeciesResponses];
  getSpecies: GetSpeciesResponses[keyof GetSpeciesResponses];
  updateSpecies: UpdateSpeciesResponses[keyof UpdateSpeciesResponses];
  deleteSpecies: undefined;
  listSpeciesHistory: ListSpeciesHistoryResponses[keyof ListSpeciesHistoryResponses];
  listSpeciesRecords: ListSpeciesRecordsResponses[keyof ListSpeciesRecordsResponses];
  createSpeciesRecord: CreateSpeciesRecordResponses[keyof CreateSpeciesRecordResponses];
  getSpeciesRecord: GetSpeciesRecordResponses[keyof GetSpeciesRecordResponses];
  replaceSpeciesRecord: ReplaceSpeciesRecordResponses[keyof ReplaceSpeciesRecordResponses];
  deleteSpeciesRecord: undefined;
  listSpeciesPhotos: ListSpeciesPhotosResponses[keyof ListSpeciesPhotosResponses];
  uploadSpeciesPhoto: UploadSpeciesPhotoResponses[keyof UploadSpeciesPhotoResponses];
  getSpeciesPhoto: GetSpeciesPhotoResponses[keyof GetSpeciesPhotoResponses];
  deleteSpeciesPhoto: undefined;
  promoteCatchPhoto: PromoteCatchPhotoResponses[keyof PromoteCatchPhotoResponses];
  withdrawCatchPhoto: undefined;
  listLeaderboards: ListLeaderboardsResponses[keyof ListLeaderboardsResponses];
  createLeaderboard: CreateLeaderboardResponses[keyof CreateLeaderboardResponses];
  getLeaderboard: GetLeaderboardResponses[keyof GetLeaderboardResponses];
  updateLeaderboard: UpdateLeaderboardResponses[keyof UpdateLeaderboardResponses];
  deleteLeaderboard: undefined;
  listLeaderboardEntries: ListLeaderboardEntriesResponses[keyof ListLeaderboardEntriesResponses];
  listAnglerRankings: ListAnglerRankingsResponses[keyof ListAnglerRankingsResponses];
  listWebhooks: ListWebhooksResponses[keyof ListWebhooksResponses];
  createWebhook: CreateWebhookResponses[keyof CreateWebhookResponses];
  listEventTypes: ListEventTypesResponses[keyof ListEventTypesResponses];
  getWebhook: GetWebhookResponses[keyof GetWebhookResponses];
  updateWebhook: UpdateWebhookResponses[keyof UpdateWebhookResponses];
  deleteWebhook: undefined;
  enableWebhook: EnableWebhookResponses[keyof EnableWebhookResponses];
  rotateWebhookSecret: RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];
  listWebhookDeliveries: ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];
  getWebhookStats: GetWebhookStatsResponses[keyof GetWebhookStatsResponses];
  testWebhook: TestWebhookResponses[keyof TestWebhookResponses];
  recoverWebhook: RecoverWebhookResponses[keyof RecoverWebhookResponses];
  getWebhookRecovery: GetWebhookRecoveryResponses[keyof GetWebhookRecoveryResponses];
  replayWebhook: ReplayWebhookResponses[keyof ReplayWebhookResponses];
  getWebhookReplay: GetWebhookReplayResponses[keyof GetWebhookReplayResponses];
  listDeliveries: ListDeliveriesResponses[keyof ListDeliveriesResponses];
  getWebhookDelivery: GetWebhookDeliveryResponses[keyof GetWebhookDeliveryResponses];
  resendWebhookDelivery: ResendWebhookDeliveryResponses[keyof ResendWebhookDeliveryResponses];
  listEvents: ListEventsResponses[keyof ListEventsResponses];
  streamEvents: undefined;
  getEvent: GetEventResponses[keyof GetEventResponses];
  listWebhookSigningKeys: ListWebhookSigningKeysResponses[keyof ListWebhookSigningKeysResponses];
  getMe: GetMeResponses[keyof GetMeResponses];
  listOAuthClients: ListOAuthClientsResponses[keyof ListOAuthClientsResponses];
  createOAuthClient: CreateOAuthClientResponses[keyof CreateOAuthClientResponses];
  getOAuthClient: GetOAuthClientResponses[keyof GetOAuthClientResponses];
  updateOAuthClient: UpdateOAuthClientResponses[keyof UpdateOAuthClientResponses];
  deleteOAuthClient: undefined;
  rotateOAuthClientSecret: RotateOAuthClientSecretResponses[keyof RotateOAuthClientSecretResponses];
  listOAuthGrants: ListOAuthGrantsResponses[keyof ListOAuthGrantsResponses];
  revokeOAuthGrant: undefined;
  listApiKeys: ListApiKeysResponses[keyof ListApiKeysResponses];
  createApiKey: CreateApiKeyResponses[keyof CreateApiKeyResponses];
  getApiKey: GetApiKeyResponses[keyof GetApiKeyResponses];
  updateApiKey: UpdateApiKeyResponses[keyof UpdateApiKeyResponses];
  revokeApiKey: undefined;
  rollApiKey: RollApiKeyResponses[keyof RollApiKeyResponses];
  listAccounts: ListAccountsResponses[keyof ListAccountsResponses];
  createAccount: CreateAccountResponses[keyof CreateAccountResponses];
  getAccount: GetAccountResponses[keyof GetAccountResponses];
  updateAccount: UpdateAccountResponses[keyof UpdateAccountResponses];
  deleteAccount: undefined;
  endSecondFactors: undefined;
  listAuditLog: ListAuditLogResponses[keyof ListAuditLogResponses];
  listRequestLog: ListRequestLogResponses[keyof ListRequestLogResponses];
  getUsage: GetUsageResponses[keyof GetUsageResponses];
  getRateLimit: GetRateLimitResponses[keyof GetRateLimitResponses];
}

/** Parameters that are undefined are left out. */
type ParametersOf<Query> = { [Name in keyof Query]: Query[Name] | undefined };
export type ListCatchesParams = ParametersOf<NonNullable<ListCatchesData['query']>>;
export type GetCatchParams = ParametersOf<NonNullable<GetCatchData['query']>>;
export type ListCatchHistoryParams = ParametersOf<NonNullable<ListCatchHistoryData['query']>>;
export type ListAnglersParams = ParametersOf<NonNullable<ListAnglersData['query']>>;
export type GetAnglerParams = ParametersOf<NonNullable<GetAnglerData['query']>>;
export type GetCatchPhotoParams = ParametersOf<NonNullable<GetCatchPhotoData['query']>>;
export type ListImportsParams = ParametersOf<NonNullable<ListImportsData['query']>>;
export type GetImportParams = ParametersOf<NonNullable<GetImportData['query']>>;
export type ListRejectedRowsParams = ParametersOf<NonNullable<ListRejectedRowsData['query']>>;
export type ListExportsParams = ParametersOf<NonNullable<ListExportsData['query']>>;
export type GetExportParams = ParametersOf<NonNullable<GetExportData['query']>>;
export type ListVerificationsParams = ParametersOf<NonNullable<ListVerificationsData['query']>>;
export type GetVerificationParams = ParametersOf<NonNullable<GetVerificationData['query']>>;
export type ListSpeciesParams = ParametersOf<NonNullable<ListSpeciesData['query']>>;
export type GetSpeciesParams = ParametersOf<NonNullable<GetSpeciesData['query']>>;
export type ListSpeciesHistoryParams = ParametersOf<NonNullable<ListSpeciesHistoryData['query']>>;
export type ListSpeciesRecordsParams = ParametersOf<NonNullable<ListSpeciesRecordsData['query']>>;
export type GetSpeciesRecordParams = ParametersOf<NonNullable<GetSpeciesRecordData['query']>>;
export type ListSpeciesPhotosParams = ParametersOf<NonNullable<ListSpeciesPhotosData['query']>>;
export type GetSpeciesPhotoParams = ParametersOf<NonNullable<GetSpeciesPhotoData['query']>>;
export type ListLeaderboardsParams = ParametersOf<NonNullable<ListLeaderboardsData['query']>>;
export type GetLeaderboardParams = ParametersOf<NonNullable<GetLeaderboardData['query']>>;
export type ListLeaderboardEntriesParams = ParametersOf<NonNullable<ListLeaderboardEntriesData['query']>>;
export type ListAnglerRankingsParams = ParametersOf<NonNullable<ListAnglerRankingsData['query']>>;
export type ListWebhooksParams = ParametersOf<NonNullable<ListWebhooksData['query']>>;
export type ListEventTypesParams = ParametersOf<NonNullable<ListEventTypesData['query']>>;
export type GetWebhookParams = ParametersOf<NonNullable<GetWebhookData['query']>>;
export type ListWebhookDeliveriesParams = ParametersOf<NonNullable<ListWebhookDeliveriesData['query']>>;
export type GetWebhookStatsParams = ParametersOf<NonNullable<GetWebhookStatsData['query']>>;
export type GetWebhookRecoveryParams = ParametersOf<NonNullable<GetWebhookRecoveryData['query']>>;
export type GetWebhookReplayParams = ParametersOf<NonNullable<GetWebhookReplayData['query']>>;
export type ListDeliveriesParams = ParametersOf<NonNullable<ListDeliveriesData['query']>>;
export type GetWebhookDeliveryParams = ParametersOf<NonNullable<GetWebhookDeliveryData['query']>>;
export type ListEventsParams = ParametersOf<NonNullable<ListEventsData['query']>>;
export type StreamEventsParams = ParametersOf<NonNullable<StreamEventsData['query']>>;
export type GetEventParams = ParametersOf<NonNullable<GetEventData['query']>>;
export type GetMeParams = ParametersOf<NonNullable<GetMeData['query']>>;
export type ListOAuthClientsParams = ParametersOf<NonNullable<ListOAuthClientsData['query']>>;
export type GetOAuthClientParams = ParametersOf<NonNullable<GetOAuthClientData['query']>>;
export type DeleteOAuthClientParams = ParametersOf<NonNullable<DeleteOAuthClientData['query']>>;
export type ListOAuthGrantsParams = ParametersOf<NonNullable<ListOAuthGrantsData['query']>>;
export type RevokeOAuthGrantParams = ParametersOf<NonNullable<RevokeOAuthGrantData['query']>>;
export type ListApiKeysParams = ParametersOf<NonNullable<ListApiKeysData['query']>>;
export type GetApiKeyParams = ParametersOf<NonNullable<GetApiKeyData['query']>>;
export type RevokeApiKeyParams = ParametersOf<NonNullable<RevokeApiKeyData['query']>>;
export type ListAccountsParams = ParametersOf<NonNullable<ListAccountsData['query']>>;
export type GetAccountParams = ParametersOf<NonNullable<GetAccountData['query']>>;
export type ListAuditLogParams = ParametersOf<NonNullable<ListAuditLogData['query']>>;
export type ListRequestLogParams = ParametersOf<NonNullable<ListRequestLogData['query']>>;
export type GetUsageParams = ParametersOf<NonNullable<GetUsageData['query']>>;
export type GetRateLimitParams = ParametersOf<NonNullable<GetRateLimitData['query']>>;

/** The payload of each type of event. */
export interface EventPayloads {
  'catch.created': CatchCreatedWebhook;
  'catch.updated': CatchUpdatedWebhook;
  'catch.deleted': CatchDeletedWebhook;
  'verification.requested': VerificationRequestedWebhook;
  'verification.approved': VerificationApprovedWebhook;
  'verification.rejected': VerificationRejectedWebhook;
  'verification.revoked': VerificationRevokedWebhook;
  'leaderboard.entry_changed': LeaderboardEntryChangedWebhook;
  'leaderboard.leader_changed': LeaderboardLeaderChangedWebhook;
  'leaderboard.period_closed': LeaderboardPeriodClosedWebhook;
  'species.record_broken': SpeciesRecordBrokenWebhook;
  'webhook.endpoint_disabled': WebhookEndpointDisabledWebhook;
  'ping': PingWebhook;
}

/** The codes of problems, without those of single fields. */
export type ProblemCode =
  | 'request.invalid'
  | 'request.malformed_json'
  | 'request.rejected'
  | 'request.too_large'
  | 'request.unsupported_media_type'
  | 'request.timeout'
  | 'request.headers_too_large'
  | 'request.precondition_failed'
  | 'request.range_not_satisfiable'
  | 'route.not_found'
  | 'route.method_not_allowed'
  | 'idempotency.in_progress'
  | 'idempotency.key_reused'
  | 'resource.conflict'
  | 'storage.unavailable'
  | 'service.unavailable'
  | 'service.timeout'
  | 'internal.error'
  | 'auth.missing'
  | 'auth.invalid'
  | 'auth.scope'
  | 'auth.network'
  | 'auth.session_ended'
  | 'auth.csrf'
  | 'auth.cross_site'
  | 'auth.stale_sign_in'
  | 'auth.too_many_failures'
  | 'rate_limit.exceeded'
  | 'limit.account'
  | 'limit.in_flight'
  | 'limit.uploads'
  | 'limit.heavy_reads'
  | 'auth.identity'
  | 'api_key.not_found'
  | 'api_key.inactive'
  | 'api_key.limit'
  | 'api_key.wider'
  | 'receiver.not_found'
  | 'receiver.limit'
  | 'account.not_found'
  | 'account.unknown'
  | 'account.deleted'
  | 'account.own'
  | 'person.email_taken'
  | 'provider.email_unverified'
  | 'form.stale'
  | 'oauth_client.not_found'
  | 'oauth_client.limit'
  | 'oauth_client.public'
  | 'oauth_grant.not_found'
  | 'oauth_interaction.expired'
  | 'catch.not_found'
  | 'catch.deleted'
  | 'catch.forbidden'
  | 'photo.not_found'
  | 'photo.not_promotable'
  | 'photo.promoted'
  | 'photo.forbidden'
  | 'photo.unreadable'
  | 'photo.too_many_pixels'
  | 'photo.limit'
  | 'catch.external_id_taken'
  | 'catch.too_many_changes'
  | 'catch.weight_implausible'
  | 'angler.unknown'
  | 'angler.not_found'
  | 'angler.forbidden'
  | 'angler.erased'
  | 'angler.external_id_taken'
  | 'verification.not_found'
  | 'verification.pending'
  | 'verification.decided'
  | 'verification.not_approved'
  | 'verification.own_catch'
  | 'verification.evidence_missing'
  | 'verification.tier_reached'
  | 'storage.limit'
  | 'import.not_found'
  | 'import.limit'
  | 'export.not_found'
  | 'export.limit'
  | 'export.not_ready'
  | 'export.expired'
  | 'species.unknown'
  | 'species.ambiguous'
  | 'species.not_found'
  | 'species.deleted'
  | 'species.scientific_name_taken'
  | 'species.has_catches'
  | 'species.record_not_found'
  | 'species.record_too_light'
  | 'species.record_limit'
  | 'leaderboard.unknown'
  | 'leaderboard.not_found'
  | 'leaderboard.built_in'
  | 'leaderboard.forbidden'
  | 'leaderboard.limit'
  | 'webhook.not_found'
  | 'webhook.address_forbidden'
  | 'webhook.disabled'
  | 'webhook.limit'
  | 'webhook.recovery_running'
  | 'webhook_recovery.not_found'
  | 'webhook.replay_running'
  | 'webhook_replay.not_found'
  | 'webhook.secret_limit'
  | 'webhook_delivery.not_found'
  | 'event.not_found'
  | 'event.gone'
  | 'limit.event_streams';
