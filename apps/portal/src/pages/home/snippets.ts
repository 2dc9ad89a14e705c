interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

/** One call in three languages, ready to be pasted. */
export const snippetsOf = (origin: string, key: string): readonly Snippet[] => [
  {
    id: 'curl',
    label: 'curl',
    code: `curl ${origin}/api/v1/species?per_page=3 \\
  -H 'Authorization: Bearer ${key}'`,
  },
  {
    id: 'typescript',
    label: 'TypeScript',
    code: `// npm install @catch-data/sdk
import { CatchData } from '@catch-data/sdk';

const cds = new CatchData({ baseUrl: '${origin}', apiKey: '${key}' });
const { data } = await cds.species.list({ per_page: 3 });
console.log(data.map((species) => species.common_name));`,
  },
  {
    id: 'python',
    label: 'Python',
    code: `import json, urllib.request

request = urllib.request.Request(
    "${origin}/api/v1/species?per_page=3",
    headers={"Authorization": "Bearer ${key}"},
)
print([species["common_name"] for species in json.load(urllib.request.urlopen(request))["data"]])`,
  },
];
