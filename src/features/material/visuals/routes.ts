import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { created, type Handlers } from '#server/call.ts'
import type { visuals } from './api.ts'
import { visualBytes } from './queries.ts'
import { addVisual } from './visuals.ts'

export const visualRoutes: Handlers<typeof visuals> = {
  add: async (call) => created(await addVisual(call, call.input)),

  async image({ input, db }) {
    return one(await visualBytes(db, input.image), notFound).bytes
  },
}
