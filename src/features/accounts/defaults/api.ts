import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Token } from '#shared/fields.ts'

/**
 * Lists of options that screens offer, such as the subjects, by name (spec §7). 404 for an unknown name. Each
 * list has its own shape, so `data` is untyped.
 */
export const defaultsApi = {
  list: get('/defaults/:name', {
    who: 'defaults.read',
    input: z.object({ name: Token }),
    output: z.object({ name: z.string(), version: z.int(), data: z.unknown() }),
  }),
}
