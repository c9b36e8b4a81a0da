import { z } from 'zod';

// The answers of a node, as far as they are used. Their other fields may change with the next release of the node.

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Motes = z.string().regex(/^\d{1,80}$/);

export const RpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullable().optional(),
});

export const PutAnswer = z.object({ deploy_hash: Hash });

export const BlockAnswer = z.object({
  block_with_signatures: z
    .object({
      block: z.object({
        Version2: z.object({
          hash: Hash,
          header: z.object({
            height: z.number().int().nonnegative(),
            state_root_hash: Hash,
            timestamp: z.iso.datetime().transform((text) => new Date(text)),
          }),
        }),
      }),
    })
    .nullable(),
});

export const AccountAnswer = z.object({
  account: z.object({ named_keys: z.array(z.object({ name: z.string(), key: z.string() })) }),
});

export const BalanceAnswer = z.object({ balance: Motes });

export const ItemAnswer = z.object({
  stored_value: z.object({ CLValue: z.object({ parsed: z.unknown() }) }),
});

export const DeployAnswer = z.object({
  execution_info: z
    .object({
      block_hash: Hash,
      block_height: z.number().int().nonnegative(),
      execution_result: z
        .object({
          Version2: z.object({
            error_message: z.string().nullable().optional(),
            cost: Motes,
            // A node that gives nothing back may leave it out.
            refund: Motes.default('0'),
            effects: z.array(z.object({ key: z.string() })).default([]),
          }),
        })
        .nullable(),
    })
    .nullable(),
});
