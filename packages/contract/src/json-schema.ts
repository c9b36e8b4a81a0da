import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

/** The parts of a call in which a field can stand. An address carries texts alone; an answer is what we write ourselves. */
export type Place = 'query' | 'body' | 'answer';

/**
 * How fields stand in the document whose own rules the schema library cannot print: those that are cleaned, decoded or
 * checked by a function. A place that is missing is printed as the body is.
 */
const written = z.registry<{ readonly [place in Place]?: JsonSchema }>();

const between = z.registry<JsonSchema>();

/** Says how a field is written down. What is made of the field afterwards (`refine`, `optional`) keeps it. */
export function writtenAs<Field extends z.ZodType>(
  field: Field,
  body: JsonSchema,
  elsewhere: { readonly query?: JsonSchema; readonly answer?: JsonSchema } = {},
): Field {
  written.add(field, { body, ...elsewhere });
  return field;
}

/** Says what holds between the fields of an object, beside what is printed of it. */
export function alsoWritten<Fields extends z.ZodType>(fields: Fields, more: JsonSchema): Fields {
  between.add(fields, more);
  return fields;
}

/** The JSON Schema of a value as it is on the wire. */
export function jsonSchemaOf(schema: z.ZodType, place: Place): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const forms = written.get(zodSchema as unknown as z.ZodType);
      Object.assign(jsonSchema, between.get(zodSchema as unknown as z.ZodType));
      if (forms === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, forms[place] ?? forms.body);
    },
  });
  return rest;
}
