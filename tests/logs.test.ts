import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { students } from '#features/students/api.ts'
import { records } from '#features/students/records/api.ts'
import { privacyFixture, told } from './privacy-fixture.ts'
import { openWorld } from './world.ts'
import { activation } from '#features/devices/api.ts'

/** Checks that even the debug log contains no names, addresses, answers or secrets (reliability T53). */

const world = await openWorld({ logLevel: 'debug' })
const lines: string[] = []
const stream = Object.getOwnPropertySymbols(world.app.log).find(
  ({ description }) => description === 'pino.stream',
)
Object.assign(world.app.log, { [stream as symbol]: { write: (line: string) => lines.push(line) } })

const secrets = ['zqpassword-of-mine', 'zqtoken', 'ZQKY-ZQKY', 'zqforged']

test('no name, address, answer, password, token or key is in the log of successful and failed calls', async () => {
  const cast = await privacyFixture(world)
  const [nobody, ada] = [await world.as(null), { centerId: cast.center.id, studentId: cast.adaId }]
  await nobody.call(accounts.login, { email: 'zqmail2@test.example', password: 'zqpassword-of-mine' })
  await nobody.call(activation.activate, { key: 'ZQKY-ZQKY' })
  await nobody.call(passwords.reset, { token: 'zqtoken', password: 'zqpassword-of-mine' })
  await nobody.call(passwords.recover, { email: 'zqmail2@test.example' })
  await cast.office.call(students.list, { centerId: cast.center.id, search: 'zqada zqlast' })
  await cast.office.call(records.addNote, { ...ada, msg: 'x' }, { raw: { msg: { zqnote: 'zqnote' } } })
  await world.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"email":"zqmail2@',
  })
  await world.app.inject({
    url: '/api/zqtoken%0a{"level":60,"msg":"zqforged"}',
    headers: { cookie: 'sid=zqtoken', authorization: 'zqtoken' },
  })
  // PostgreSQL puts the row into the error's detail.
  await world.database.write((db) =>
    db.unsafe(`alter table student_notes add constraint none check (msg not like 'zq%') not valid`),
  )
  expect((await cast.office.call(records.addNote, { ...ada, msg: 'zqnote of Zqada' })).status).toBe(500)
  await cast.office.call(students.one, ada, {
    headers: { 'if-none-match': 'x\n{"zqforged":1}'.replace('\n', ' ') },
  })
  const log = lines.join('')
  expect(log).toContain('request failed')
  expect([...told, ...secrets].filter((word) => log.toLowerCase().includes(word.toLowerCase()))).toEqual([])
  // Each line is one entry, regardless of the input.
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) as number })
})
