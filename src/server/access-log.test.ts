import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { noteReads } from './access-log.ts'

const { database } = await openWorld()

test('on a shared device, the reads of each person who uses it are logged', async () => {
  const { device, people, student } = await database.write(async (db) => {
    const make = factories(db)
    const { id } = await make.center()
    const [ann, ben] = [await make.teacher(id), await make.teacher(id)]
    return {
      device: await make.device(id, ann.id),
      people: [ann.id, ben.id],
      student: await make.student(id),
    }
  })
  const app = Fastify()
  app.addHook('onRequest', async (request) => {
    const claimed = request.headers['x-person'] as string
    request.actor = { kind: 'devices', id: device.id, firstName: '', centers: [], session: '', claimed }
  })
  noteReads(app, { database })
  app.get('/students/:studentId', { config: { logsAccessTo: 'studentId' } }, () => '')
  for (const person of [...people, ...people])
    await app.inject({ url: `/students/${student.id}`, headers: { 'x-person': person } })
  const logged = () => database.read`select person_id, how from access_log order by person_id`
  await expect
    .poll(async () => [...(await logged())])
    .toEqual(people.toSorted().map((personId) => ({ personId, how: 'read' })))
  await app.close()
})
