import { studentOfCenter } from '../queries.ts'
import { created, type Handlers } from '#server/call.ts'
import { one } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import type { pickups } from './api.ts'
import { addPickup, removePickup } from './pickups.ts'
import { pickupRows } from './queries.ts'

type Row = Awaited<ReturnType<typeof pickupRows>>[number]

const shown = ({ id, adder: _, ...row }: Row) => ({ _id: id, ...row })

export const pickupRoutes: Handlers<typeof pickups> = {
  async list({ db, center, input: { studentId } }) {
    one(await studentOfCenter(db, center, studentId), notFound)
    return (await pickupRows(db, center, { studentId })).map(shown)
  },

  add: async (call) => created(shown(await addPickup(call, call.input))),

  async remove(call) {
    await removePickup(call, call.input)
    return null
  },
}
