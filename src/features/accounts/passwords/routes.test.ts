import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { passwords } from './api.ts'

const world = await openWorld()

test('a link tells whom it is for and how strong the password must be, until it is used', async () => {
  const { operator, parent } = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return { operator: await make.staff('operator', center.id), parent: await make.parent([await make.student(center.id)]) }
  })
  const nobody = await world.as(null)
  const tokenOf = async ({ id, email }: { id: string; email: string }) => {
    await nobody.call(passwords.recover, { email })
    const [mail] = await world.database.read`select body from mail where person_id = ${id} order by id desc limit 1`
    return /#token=([\w-]+)/.exec(String(mail?.['body']))?.[1] ?? ''
  }
  const token = await tokenOf(operator)
  expect((await nobody.call(passwords.link, { token })).body).toMatchObject({ signInName: operator.email, purpose: 'recovery', least: 3 })
  expect((await nobody.call(passwords.link, { token: await tokenOf(parent) })).body).toMatchObject({ least: 2 })
  await nobody.call(passwords.reset, { token, password: 'violet umbrella climbs 7 stairs' })
  for (const wrong of [token, 'x'.repeat(43)])
    expect((await nobody.call(passwords.link, { token: wrong })).body).toMatchObject({ status: 400, code: 'token_invalid' })
})
