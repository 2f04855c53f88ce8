import { listFile } from '#server/list-file.ts'
import type { Handlers } from '#server/call.ts'
import { addDays } from '#shared/calendar.ts'
import type { prospects } from './api.ts'
import { prospectRows } from './queries.ts'
import { boardDays, byUrgency, prospectColumns, Stage } from './stages.ts'
import { cardOf, todayAt, prospectBoard, changeProspect } from './prospects.ts'

export const prospectsRoutes: Handlers<typeof prospects> = {
  board: (call) => prospectBoard(call, call.input),

  async file(call) {
    const { input, db, center } = call
    const on = await todayAt(db.read, center)
    const found = await prospectRows(db.read, center, { today: on, since: addDays(on, -boardDays), search: input.search })
    const cards = found.map((row) => ({ ...cardOf(row), studentNum: row.studentNum, askedOn: row.began.on })).sort(byUrgency)
    const rows = Stage.options.flatMap((stage) => cards.filter((card) => card.stage === stage))
    return await listFile(call, { name: 'prospects', columns: prospectColumns(on), rows, children: rows.map(({ _id }) => _id) })
  },

  change: (call) => changeProspect(call, call.input),
}
