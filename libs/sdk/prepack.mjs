// Node takes files of a package with `"type": "module"` for ES modules unless a folder says otherwise.
import { writeFileSync } from 'node:fs';

writeFileSync(new URL('dist/cjs/package.json', import.meta.url), '{ "type": "commonjs" }\n');
