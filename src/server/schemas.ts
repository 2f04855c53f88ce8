import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'

/** JSON schema, as zod writes it. */
export type Json = Record<string, unknown>

/**
 * Turns `anyOf: [T, null]` into one nullable schema, so that the serializer doesn't have to try alternatives.
 */
function collapseNull(schema: Json) {
  const options = schema['anyOf'] as Json[] | undefined
  if (options?.length !== 2 || options[1]?.['type'] !== 'null') return
  const [inner] = options
  if (!inner || typeof inner['type'] !== 'string') return
  delete schema['anyOf']
  Object.assign(schema, inner, { nullable: true })
}

const answers = new WeakMap<Endpoint, Json>()

/**
 * Returns the JSON schema that an answer is serialized with. Only fields in the schema leave the server.
 * Schemas are created on first use and then cached.
 */
export function answerSchema(endpoint: Endpoint): Json {
  const known = answers.get(endpoint)
  if (known) return known
  const { $schema: _, ...schema } = z.toJSONSchema(endpoint.output, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    // Inline all schemas: the serializer doesn't need names.
    metadata: z.registry<{ id?: string }>(),
    override: ({ jsonSchema }) => collapseNull(jsonSchema as Json),
  })
  answers.set(endpoint, schema)
  return schema
}
