export type Finding = {
  readonly call: string;
  readonly check: string;
  readonly count: number;
  /** The first of its kind. */
  readonly request: string;
  readonly answer: string;
};

/** The fields that are judged by more than their schema, by the method and address of their call. */
export type JudgedHere = ReadonlyMap<string, readonly string[]>;

type Bytes = { readonly $base64: string } | null;
type Recorder = {
  readonly label: string;
  readonly checks?: Readonly<
    Record<string, readonly { name: string; status: string; failure_info?: { failure?: { message?: string } } }[]>
  >;
  readonly interactions?: Readonly<
    Record<
      string,
      {
        readonly request: { readonly method: string; readonly uri: string; readonly body?: Bytes };
        readonly response: { readonly status_code: number; readonly content: Bytes } | null;
      }
    >
  >;
};
type Problem = { readonly code?: string; readonly errors?: readonly { path: string; message: string }[] };

/** The most of a request or an answer that is printed. */
const SHOWN = 600;

/** The findings of a run, each kind once; from the file to which the tool writes every request. */
export function findingsOf(
  report: string,
  judgedHere: JudgedHere,
): { requests: number; calls: number; findings: Finding[] } {
  const findings = new Map<string, Finding>();
  const calls = new Set<string>();
  let requests = 0;
  for (const line of report.split('\n').filter((each) => each.startsWith('{"ScenarioFinished"'))) {
    const { label, checks = {}, interactions = {} } = JSON.parse(line).ScenarioFinished.recorder as Recorder;
    calls.add(label);
    requests += Object.keys(interactions).length;
    for (const [id, made] of Object.entries(checks)) {
      const { request, response } = interactions[id] ?? {};
      if (request === undefined) continue;
      const answer = textOf(response?.content ?? null);
      for (const { name, status, failure_info } of made) {
        if (status === 'success' || isOfRules(name, answer, judgedHere.get(label) ?? [])) continue;
        const check = `${name} ${failure_info?.failure?.message ?? ''}`.trim().replaceAll(/\s+/g, ' ');
        const kind = [label, name, kindOf(answer)].join(' ');
        findings.set(kind, {
          call: label,
          check,
          count: (findings.get(kind)?.count ?? 0) + 1,
          request: `${request.method} ${request.uri} ${textOf(request.body ?? null)}`.slice(0, SHOWN),
          answer: `${response?.status_code ?? 'no answer'} ${answer}`.slice(0, SHOWN),
        });
      }
    }
  }
  return { requests, calls: calls.size, findings: [...findings.values()] };
}

/**
 * Whether an answer is a refusal by a rule: it may refuse a right request, and is documented with its code. A refusal
 * of values is none, unless they are judged by more than their schema, as the document says too.
 */
function isOfRules(check: string, answer: string, judged: readonly string[]): boolean {
  if (check !== 'positive_data_acceptance') return false;
  const { code, errors = [] } = problemOf(answer);
  if (code === 'malformed_request' || code === undefined) return false;
  return code !== 'invalid_request' || (errors.length > 0 && errors.every((each) => judged.includes(each.path)));
}

function kindOf(answer: string): string {
  const { code, errors = [] } = problemOf(answer);
  return [code, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' ');
}

function problemOf(answer: string): Problem {
  try {
    return JSON.parse(answer) as Problem;
  } catch {
    return {};
  }
}

function textOf(bytes: Bytes): string {
  return bytes === null ? '' : Buffer.from(bytes.$base64, 'base64').toString();
}
