// A recorded answer as the reference shows it: the same in every run.

const REQUEST_ID = '6e0c3bb8-3f0a-4c43-9f0a-5b1f0d6f6a51';
const TIME = '2026-11-20T07:30:00.000Z';
const HOST = 'https://api.example.com';

const TYPE_ID = /\b([a-z]{2,5})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;
const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g;
const LOOPBACK = /https?:\/\/(127\.0\.0\.1|localhost):\d+/g;
const LAST = 'qrstvwxyz';

/** Puts one id in the place of another: different ones stay different. */
const idsIn = () => {
  const known = new Map();
  return (id, prefix) => {
    if (!known.has(id)) known.set(id, `${prefix}_01h455vb4pex5vsknk084sn02${LAST[known.size] ?? 'q'}`);
    return known.get(id);
  };
};

export const publicForm = (body) => {
  const idOf = idsIn();
  const plain = (text) =>
    text.replace(TYPE_ID, idOf).replace(UUID, REQUEST_ID).replace(INSTANT, TIME).replace(LOOPBACK, HOST);
  const { code, instance } = body;
  const steady = JSON.parse(plain(JSON.stringify({ ...body, instance: instance.replace(/^\/v1\//, '/api/v1/') })));
  return { ...steady, type: `${HOST}/problems/${code}`, request_id: REQUEST_ID };
};

/** What stays the same when a test runs again: counts do not, nor names that were made for the test. */
export const steady = (problem) => {
  const { status, ...body } = publicForm(problem);
  return `${status} ${JSON.stringify(body).replace(/[\w.:%-]*\d[\w.:%-]*/g, '#')}`;
};
