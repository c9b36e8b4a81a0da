import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bytes, unhex, utf8 } from '../codec/bytes.ts';
import { type EngineStep, EngineWorld, recordedModule, STEPS } from '../test/engine-steps.ts';
import { publicModule } from '../test/public-modules.ts';

/** Steps in which the chain differs from an engine on purpose, and its words instead. */
const DIFFERENT: Readonly<Record<string, RegExp>> = {
  // Nodes of networks are built without it.
  prints: /^Interpreter error: host module doesn't export function with name casper_print$/,
  // Modules of the 1.x SDK stay installable, as on a network that had them before 2.0: the length is written.
  'add_contract_version, what it writes to its last argument': /^User error: 32$/,
  'get_system_contract, the mint': /casper_get_system_contract is not built/,
  'get_balance of the main purse': /casper_get_balance is not built/,
  create_purse: /casper_create_purse is not built/,
  transfer_to_account: /casper_transfer_to_account is not built/,
  set_action_threshold: /casper_set_action_threshold is not built/,
  add_associated_key: /casper_add_associated_key is not built/,
  create_contract_user_group: /casper_create_contract_user_group is not built/,
};

const isPublic = ({ module }: EngineStep) => module?.startsWith('cep') === true;

function wasmOf(step: EngineStep): Bytes | null {
  if (step.wasm !== undefined) return unhex(step.wasm);
  if (step.module === undefined) return null;
  if (step.module === 'garbage') return utf8('this is no wasm');
  return isPublic(step) ? publicModule(step.module) : recordedModule(step.module);
}

const isThere = (step: EngineStep) => !isPublic(step) || wasmOf(step) !== null;
let compared = 0;

describe.each([...Map.groupBy(STEPS, ({ run }) => run)])('%s', (_, steps) => {
  const world = new EngineWorld();
  // The public contracts are missing when the npm registry does not answer.
  const isRun = steps.every(isThere);
  beforeEach(({ skip }) => skip(!isRun));

  test.each(steps.map((step) => [`${step.contract} ${step.step}`, step] as const))(
    '%s costs, stores and prints the same as on the engine',
    (_, step) => {
      const answer = world.run(step, wasmOf(step));
      const { error } = answer;
      const different = DIFFERENT[step.step];
      if (different) {
        expect(error).toMatch(different);
        expect(error).not.toBe(step.error);
        return;
      }
      expect(answer).toEqual(world.answerOf(step));
      for (const look of step.stored ?? []) {
        const { here, there } = world.look(look);
        expect(here, JSON.stringify(look)).toEqual(there);
      }
      const codes = (step.writes ?? []).flatMap(([, , , hash]) => hash ?? []);
      expect(world.codeHashes()).toEqual(expect.arrayContaining(codes));
      compared++;
    },
  );
});

afterAll(() => {
  const different = Object.keys(DIFFERENT).length;
  console.log(`${compared} steps of ${STEPS.length} compared with the engine, ${different} different on purpose`);
});
