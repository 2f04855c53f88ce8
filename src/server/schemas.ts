import { z } from 'zod'
import { pathNames, type Endpoint } from '#shared/contract.ts'

type Json = Record<string, unknown>

/** Turns `anyOf: [T, null]` into one nullable schema, which the serializer writes without trying alternatives. */
function collapseNull(schema: Json) {
  const options = schema['anyOf'] as Json[] | undefined
  if (options?.length !== 2 || options[1]?.['type'] !== 'null') return
  const [inner] = options
  if (!inner || typeof inner['type'] !== 'string') return
  delete schema['anyOf']
  Object.assign(schema, inner, { nullable: true })
}

const answers = new WeakMap<Endpoint, Json>()

/** Returns the JSON schema that an answer is serialized with. Only fields in it leave the server. Made on first use and then cached. */
export function answerSchema(endpoint: Endpoint): Json {
  const known = answers.get(endpoint)
  if (known) return known
  const { $schema: _, ...schema } = z.toJSONSchema(endpoint.output, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => collapseNull(jsonSchema as Json),
  })
  answers.set(endpoint, schema)
  return schema
}

/** Returns the endpoint's entry in the OpenAPI document: its feature, permission, path, query, body and answer. */
export function docsOf(endpoint: Endpoint, feature: string) {
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.input, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
  const part = (names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: required.filter((name) => names.includes(name)),
  })
  const inPath = pathNames(endpoint.path)
  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const place = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? 'querystring' : 'body'
  return {
    tags: [feature],
    summary: `Permission ${endpoint.who}`,
    ...(endpoint.bytes ? { consumes: [endpoint.bytes] } : {}),
    ...(endpoint.media ? { produces: [endpoint.media] } : {}),
    ...(inPath.length > 0 ? { params: part(inPath) } : {}),
    ...(others.length > 0 ? { [place]: part(others) } : {}),
    response: { '2xx': answerSchema(endpoint) },
  }
}
