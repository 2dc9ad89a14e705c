const resolved = (document, one) =>
  one?.$ref === undefined
    ? one
    : one.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name], document);

/** Ids as in the samples of the SDK, by the part of the path before them. */
const IDS = {
  accounts: 'acc_123',
  anglers: 'ang_123',
  'api-keys': 'key_123',
  catches: 'catch_123',
  events: 'evt_123',
  exports: 'exp_123',
  imports: 'imp_123',
  leaderboards: 'lb_123',
  'oauth-clients': 'app_123',
  'oauth-grants': 'gra_123',
  photos: 'pho_123',
  records: 'rcd_123',
  species: 'largemouth-bass',
  verifications: 'ver_123',
  'webhook-deliveries': 'msg_123',
  'webhook-recoveries': 'rec_123',
  'webhook-replays': 'rep_123',
  webhooks: 'we_123',
};
const NAMES = { digest: '3b7f', file: 'large.webp' };

const addressOf = (path) =>
  path
    .replace(/([\w-]+)\/\{(\w+)\}/g, (_, before, name) => `${before}/${NAMES[name] ?? IDS[before]}`)
    .replace(/\{(\w+)\}/g, (_, name) => NAMES[name]);

const exampleOf = (document, content) => {
  const [first] = Object.values(content?.examples ?? {});
  return content?.example ?? resolved(document, first)?.value;
};

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const bodyOf = (document, operation) => {
  const content = resolved(document, operation.requestBody)?.content ?? {};
  const [type] = Object.keys(content);
  if (type === undefined) return [];
  if (type === 'multipart/form-data')
    return [
      "-F 'file=@bass.jpg'",
      ...('uploadSpeciesPhoto' === operation.operationId ? ["-F 'license=CC-BY-4.0'"] : []),
    ];
  const example = exampleOf(document, content[type]);
  if (type === 'application/x-www-form-urlencoded')
    return Object.entries(example ?? {}).map(([name, value]) => `-d ${quoted(`${name}=${value}`)}`);
  const header = `-H 'Content-Type: ${type}'`;
  if (type.includes('ndjson')) return [header, '--data-binary @catches.ndjson'];
  return [header, `-d ${quoted(JSON.stringify(example ?? {}))}`];
};

const methodOf = (method, body) =>
  method === 'get' || (method === 'post' && body.length > 0) ? [] : [`-X ${method.toUpperCase()}`];

/** The call as one types it into a shell, where `CDS_URL` is the address of the service and `CDS_KEY` a key. */
export const curlOf = (document, method, path, operation) => {
  const body = bodyOf(document, operation);
  const needsKey = (operation.security ?? document.security ?? []).some((one) => 'bearer' in one);
  const address = `"$CDS_URL${addressOf(path)}"`;
  const parts = [
    ...methodOf(method, body),
    ...(operation.operationId === 'streamEvents' ? ['-N'] : []),
    ...(operation.operationId === 'downloadExport' ? ['-OJ'] : []),
    ...(needsKey ? ['-H "Authorization: Bearer $CDS_KEY"'] : []),
    ...body,
    address,
  ];
  return `curl ${parts.join(' \\\n  ')}`;
};
