/** What a selector asks of a series: `label=~"a|b"` asks for the values `a` and `b`. */
export interface Matcher {
  readonly label: string;
  /** Undefined where the pattern is more than a list of words. */
  readonly values: readonly string[] | undefined;
}

export interface Selector {
  readonly series: string;
  readonly matchers: readonly Matcher[];
}

/** What an expression of PromQL names. */
export interface NamedInExpression {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `on` and their like. */
  readonly grouping: readonly string[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[a-zA-Z_:][a-zA-Z0-9_:]*|\d[\w.]*|[!=]~|!=|[^\s]/g;
const GROUPING: ReadonlySet<string> = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);
const AGGREGATIONS: ReadonlySet<string> = new Set(
  'sum avg min max count group topk bottomk quantile stddev stdvar count_values limitk limit_ratio'.split(' '),
);

/** Reads an expression as far as its names go; what is none of PromQL throws, or is found by `promtool check rules`. */
export const namesIn = (promql: string): NamedInExpression => {
  const tokens: readonly string[] = promql.replaceAll(/\[[^\]]*\]/g, ' ').match(TOKEN) ?? [];
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const next = tokens[at + 1];
    if (token === '{') throw new Error(`a selector without a name: ${promql}`);
    if (!/^[a-zA-Z_:]/.test(token)) continue;
    if (GROUPING.has(token)) {
      if (next !== '(') continue;
      const end = tokens.indexOf(')', at);
      grouping.push(...tokens.slice(at + 2, end).filter((one) => one !== ','));
      at = end;
    } else if (next === '{') {
      const end = tokens.indexOf('}', at);
      selectors.push({ series: token, matchers: matchersIn(tokens.slice(at + 2, end)) });
      at = end;
    } else if (next !== '(' && !WORDS.has(token) && !AGGREGATIONS.has(token)) {
      selectors.push({ series: token, matchers: [] });
    }
  }
  return { selectors, grouping };
};

/** `label`, operator, text, and a comma before the next one. */
const matchersIn = (tokens: readonly string[]): Matcher[] => {
  const matchers: Matcher[] = [];
  for (let at = 0; at < tokens.length; at += 4) {
    const [label = '', , text = ''] = tokens.slice(at, at + 3);
    matchers.push({ label, values: valuesIn(text.slice(1, -1)) });
  }
  return matchers;
};

const valuesIn = (text: string): string[] | undefined => (/^[\w|-]+$/.test(text) ? text.split('|') : undefined);
