import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#shared/contract.ts'
import { hasUnion, fieldPicker } from './output-fields.ts'
import { answerSchema } from './schemas.ts'

/**
 * Serializers by endpoint. Each is compiled on first use, because compiling one takes up to a tenth of a
 * second. All apps in a process share them, because tests open many apps.
 */
const writers = new WeakMap<Endpoint, (body: Record<string, unknown>) => string>()

/**
 * Returns the function that serializes an endpoint's responses as JSON, with only the fields of its output.
 */
function writerOf(reply: FastifyReply, endpoint: Endpoint) {
  const schema = answerSchema(endpoint)
  if (!hasUnion(schema)) return reply.compileSerializationSchema(schema)
  const pick = fieldPicker(schema)
  return (body: Record<string, unknown>) => JSON.stringify(pick(body))
}

/** JSON of shared responses, serialized once for all callers who share one. */
const texts = new WeakMap<object, string>()

/** Returns the body to send: null or a file as is, or JSON with only the fields of the endpoint's output. */
export function textOf(reply: FastifyReply, body: unknown, endpoint: Endpoint) {
  if (body === null) return null
  if (endpoint.media) return body as string | Uint8Array | Readable
  const write = writers.get(endpoint) ?? writerOf(reply, endpoint)
  writers.set(endpoint, write)
  const text = texts.get(body as object) ?? write(body as Record<string, unknown>)
  if (endpoint.shared) texts.set(body as object, text)
  return text
}
