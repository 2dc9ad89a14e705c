// The health check of a service's image, which has no curl: fails unless the service says that it is ready.
const { PORT = '3000' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
