import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { centers } from '#features/centers/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { looks } from './api.ts'

const world = await openWorld()
const { database } = world
const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center()
  const { id: elsewhere } = await make.center()
  return {
    centerId,
    elsewhere,
    manager: await make.staff('manager', centerId, { firstName: 'Mona', email: 'mona@test.example' }),
    operator: await make.staff('operator', centerId),
  }
})
const { centerId, elsewhere } = cast
const manager = await world.as(cast.manager)
const operator = await world.as(cast.operator)

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
const upload = async (name: string, bytes: Buffer, more = {}) =>
  await manager.call(looks.putLogo, { centerId, name, data: bytes.toString('base64'), ...more })

describe('a logo', () => {
  test('is stored as a small PNG without the file’s other data, replaces the previous one, and can be removed', async () => {
    const photo = await picture(1200, 300)
      .withExif({ IFD0: { Copyright: 'home address' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload('photo.jpg', photo)
    expect([status, body.width, body.height]).toEqual([200, 400, 100])
    const shown = await operator.call(looks.logo, { centerId, image: body.image })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.bytes.includes('home address')).toBe(false)
    expect((await operator.call(centers.one, { centerId })).body.logo).toBe(body.image)
    const next = await upload('dot.png', await picture(10, 10).png().toBuffer())
    expect((await operator.call(looks.logo, { centerId, image: body.image })).status).toBe(404)
    expect((await manager.call(centers.one, { centerId })).body.logo).toBe(next.body.image)
    expect((await manager.call(looks.dropLogo, { centerId })).status).toBe(204)
    expect((await manager.call(looks.dropLogo, { centerId })).status).toBe(204)
    expect((await manager.call(centers.one, { centerId })).body.logo).toBeNull()
  })

  test('is refused if it isn’t a picture, is too large, or comes from somebody without permission', async () => {
    const dot = await picture(10, 10).png().toBuffer()
    expect((await upload('dot.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(
      415,
    )
    expect((await upload('dot.gif', dot)).status).toBe(415)
    expect((await upload('dot.png', dot.subarray(0, 40))).status).toBeGreaterThanOrEqual(415)
    expect((await upload('dot.png', Buffer.alloc(1024 * 1024 + 1))).status).toBe(413)
    expect((await upload('dot.png', dot, { centerId: elsewhere })).status).toBe(404)
    expect((await operator.call(looks.putLogo, { centerId, name: 'dot.png', data: '' })).status).toBe(403)
  })
})

describe('a test message', () => {
  test('is sent to the caller’s own address, in the center’s name', async () => {
    const { status, body } = await manager.call(looks.test, { centerId })
    expect([status, body]).toEqual([201, { to: 'mona@test.example', isSent: false }])
    const [mail] = await database.read`
      select to_address, subject, from_center, purpose from mail where purpose = 'test'`
    expect(mail).toEqual({
      toAddress: 'mona@test.example',
      subject: `Test message from ${centerId}`,
      fromCenter: centerId,
      purpose: 'test',
    })
  })

  test('needs an email address and permission to change the center', async () => {
    await database.single`update people set email = null where id = ${cast.manager.id}`
    expect(await manager.call(looks.test, { centerId })).toMatchObject({
      status: 422,
      body: { code: 'no_email' },
    })
    await database.single`update people set email = 'mona@test.example' where id = ${cast.manager.id}`
    expect((await manager.call(looks.test, { centerId: elsewhere })).status).toBe(404)
    expect((await operator.call(looks.test, { centerId })).status).toBe(403)
  })
})

test('a center’s website, color and opening hours are changed only if they are valid', async () => {
  const { body } = await manager.call(centers.one, { centerId })
  expect([body.website, body.color, body.openingHours]).toEqual(['', '', ['', '', '', '', '', '', '']])
  const change = (more: object) => manager.call(settings.change, { centerId, ...more })
  const openingHours = ['', '15:00-20:00', '15:00-20:00', '', '', '', '09:00-13:00']
  expect(
    (await change({ website: ' www.maple.example ', color: '#0F766E', openingHours })).body,
  ).toMatchObject({
    website: 'www.maple.example',
    color: '#0f766e',
    openingHours,
  })
  for (const wrong of [
    { website: 'javascript:alert(1)' },
    { website: 'maple' },
    { color: 'red' },
    { color: '#fff' },
    { color: '#0f766e;}' },
    { openingHours: openingHours.slice(1) },
    { openingHours: ['9-5', '', '', '', '', '', ''] },
    { openingHours: ['20:00-09:00', '', '', '', '', '', ''] },
  ])
    expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(422)
})
