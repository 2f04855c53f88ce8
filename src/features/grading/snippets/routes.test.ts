import { describe, expect, test } from 'vitest'
import { openGrading } from '#tests/grading-fixture.ts'
import { snippets } from './api.ts'

const { world, cast, operator } = await openGrading()

describe('saved comments', () => {
  const centerId = () => cast().centerId
  const keep = (words: string, caller = operator()) =>
    caller.call(snippets.keep, { centerId: centerId(), text: words })
  const list = async (caller = operator()) =>
    (await caller.call(snippets.list, { centerId: centerId() })).body.map((each) => each.text)

  test('belong to one person, are saved only once, and can be deleted', async () => {
    const { body } = await keep('Show your work.')
    expect((await keep('Show your work.')).body).toEqual(body)
    await keep('Well put.')
    expect(await list()).toEqual(['Show your work.', 'Well put.'])
    const colleague = await world.as(cast().colleague)
    expect(await list(colleague)).toEqual([])
    expect((await colleague.call(snippets.drop, { centerId: centerId(), id: body._id })).status).toBe(404)
    expect((await operator().call(snippets.drop, { centerId: centerId(), id: body._id })).status).toBe(204)
    expect(await list()).toEqual(['Well put.'])
  })

  test('are limited to twelve, and must be short', async () => {
    for (let n = 1; n <= 12; n += 1) await keep(`Number ${n}`)
    expect((await keep('One more')).status).toBe(422)
    expect(await list()).toHaveLength(12)
    expect((await keep(' ')).status).toBe(422)
    expect((await keep('a'.repeat(201))).status).toBe(422)
    expect(
      (await (await world.as(cast().stranger)).call(snippets.list, { centerId: centerId() })).status,
    ).toBe(404)
  })
})
