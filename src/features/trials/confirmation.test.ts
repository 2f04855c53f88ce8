import { describe, expect, test } from 'vitest'
import { places } from '#features/schedule/places/api.ts'
import { erasing } from '#features/privacy/erasing/api.ts'
import { students } from '#features/students/api.ts'
import { factories } from '#tests/factories.ts'
import { trialFixture, wednesday } from '#tests/trial-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { trials } from './api.ts'

const world = await openWorld()
const { database } = world
const { cast, makeCast, mailTo, asked, confirmed, prospectsHere, nobody } = await trialFixture(world)

describe('confirming a trial request', () => {
  test('shows the request, then adds a prospect with a parent and books the seat', async () => {
    const { email, token } = await asked()
    const link = await nobody.call(trials.link, { token })
    expect(link.body).toMatchObject({
      name: cast.centerId,
      firstName: 'Yara',
      subject: 'Math',
      isGone: false,
      seat: { classId: cast.klass.id, on: wednesday, time: '16:30' },
    })
    const { status, body } = await confirmed(token)
    expect([status, body]).toMatchObject([
      201,
      { firstName: 'Yara', seat: { className: 'Math 5', on: wednesday } },
    ])
    const [card] = await prospectsHere()
    expect(card).toMatchObject({
      firstName: 'Yara',
      lastName: 'Haddad',
      grade: '3',
      stage: 'trial',
      source: 'Trial form',
      trial: { on: wednesday, className: 'Math 5' },
      nextStep: '',
    })
    const operator = await world.as(cast.operator)
    const of = { centerId: cast.centerId, studentId: card?._id ?? '' }
    expect((await operator.call(students.one, of)).body.parents).toMatchObject([
      { name: 'Nadia Haddad', email, phone: '+12125550187', account: 'none' },
    ])
    expect((await operator.call(places.ofStudent, of)).body).toMatchObject([
      { classId: cast.klass.id, type: 'trial', startDate: wednesday },
    ])
    const mails = await mailTo(email)
    expect(mails.map(({ subject, personId }) => [subject, personId !== null])).toEqual([
      [`Confirm your trial class at ${cast.centerId}`, true],
      [`Trial class at ${cast.centerId}`, true],
    ])
    expect(mails[1]?.body).toContain('Yara has a trial class: Math 5, Wed, Mar 4, 4:30\u00a0PM.')
  })

  test('sets the next step to finding a time if the request has no seat', async () => {
    const { email, token } = await asked({ seat: null })
    expect((await confirmed(token, null)).body).toMatchObject({ seat: null })
    expect(await prospectsHere()).toMatchObject([
      { stage: 'enquiry', trial: null, nextStep: 'Find a time for a trial in Math', nextOn: '2026-03-03' },
    ])
    expect((await mailTo(email))[1]?.body).toContain('We will get in touch with you soon.')
  })

  test('is possible only once, even with simultaneous requests, and deletes the typed details', async () => {
    const { token } = await asked()
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirmed(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
    expect((await confirmed(token)).body).toMatchObject({ status: 400, code: 'token_invalid' })
    expect((await nobody.call(trials.link, { token })).body).toMatchObject({ code: 'token_invalid' })
    expect(await prospectsHere()).toHaveLength(1)
    const [row] = await database.read`
      select asked, token_hash, student_id is not null and confirmed_at is not null as settled from trial_requests
      where center_id = ${cast.centerId}`
    expect(row).toEqual({ asked: null, tokenHash: null, settled: true })
  })

  test('needs a genuine link', async () => {
    const { token } = await asked()
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [forged, 'x', '']) {
      const { status } = await confirmed(wrong)
      expect(status, wrong).toBeGreaterThanOrEqual(400)
      expect((await nobody.call(trials.link, { token: wrong })).status).toBeGreaterThanOrEqual(400)
    }
    expect(await prospectsHere()).toEqual([])
  })

  test('books the last seat for one of two families; the other isn’t added, sees other seats and takes one', async () => {
    const [one, other] = [await asked(), await asked()]
    const answers = await Promise.all([confirmed(one.token), confirmed(other.token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'seat_gone' })
    expect(await prospectsHere()).toHaveLength(1)
    const late = answers[0]?.status === 409 ? one : other
    const { body } = await nobody.call(trials.link, { token: late.token })
    expect(body).toMatchObject({
      isGone: true,
      seat: null,
      seats: [{ on: '2026-03-11' }, { on: '2026-03-18' }],
    })
    expect((await confirmed(late.token, { classId: cast.klass.id, on: '2026-03-11' })).status).toBe(201)
    expect(await prospectsHere()).toHaveLength(2)
  })

  test('books only seats that the form offers', async () => {
    const { token } = await asked()
    for (const on of ['2026-02-25', '2026-03-05', '2027-03-03'])
      expect((await confirmed(token, { classId: cast.klass.id, on })).body).toMatchObject({
        code: 'seat_gone',
      })
    const other = await makeCast()
    expect((await confirmed(token, { classId: other.klass.id, on: wednesday })).body).toMatchObject({
      code: 'seat_gone',
    })
  })

  test('links a parent who already has an account, without asking for their consent again', async () => {
    const known = await database.write(async (db) => {
      const make = factories(db)
      return await make.parent([await make.student((await make.center()).id)])
    })
    const { token } = await asked({ email: known.email })
    expect((await confirmed(token)).status).toBe(201)
    const [card] = await prospectsHere()
    const links = await database.read`
      select parent_id from parent_links where student_id = ${card?._id ?? ''} and ended_at is null`
    expect(links).toEqual([{ parentId: known.id }])
    expect(await database.read`select 1 from account_requests where person_id = ${known.id}`).toEqual([])
  })

  test('is refused for the address of a teacher’s or a student’s account, and adds nothing', async () => {
    const { token } = await asked({ email: cast.operator.email })
    expect((await confirmed(token)).body).toMatchObject({ status: 409, code: 'email_taken' })
    expect(await prospectsHere()).toEqual([])
  })

  test('records in the history that the product added the family, but doesn’t record the link', async () => {
    const { token } = await asked()
    await confirmed(token)
    const rows = await database.read<{ action: string; personId: string | null; words: string }[]>`
      select action, person_id, coalesce(before::text, '') || coalesce(after::text, '') as words from audit
      where center_id = ${cast.centerId} order by id`
    expect(rows.map(({ action, personId }) => [action, personId])).toEqual([
      ['students.addParentAccount', null],
      ['students.add', null],
      ['places.enroll', null],
      ['trials.confirm', null],
    ])
    expect(rows.some(({ words }) => words.includes(token))).toBe(false)
  })

  test('keeps nothing about a family that is erased later, including their other requests', async () => {
    const { email, token } = await asked()
    await confirmed(token)
    await asked({ email, seat: null })
    const [card] = await prospectsHere()
    const admin = await world.as(await database.write((db) => factories(db).staff('admin', null)))
    const erased = await admin.call(erasing.erase, { id: card?._id ?? '', name: 'Yara Haddad' })
    expect(erased.body).toEqual({ erased: 2 })
    const rows = await database.read<{ words: string }[]>`
      select r::text || coalesce(m.to_address || m.subject || m.body, '') as words from trial_requests r
      left join mail m on m.trial_center = r.center_id and m.trial_id = r.id where r.center_id = ${cast.centerId}`
    expect(rows).toHaveLength(1)
    expect(rows.map(({ words }) => words).join()).not.toMatch(/@test\.example|Nadia|Yara|Haddad|2125550187/)
  })

  test('treats typed text as plain text', async () => {
    const firstName = `<img src=x onerror="alert(1)"> & 'Co'`
    const { email, token } = await asked({ child: { firstName, lastName: '=1+1', grade: '' } })
    expect((await nobody.call(trials.link, { token })).body.firstName).toBe(
      firstName.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    await confirmed(token)
    expect((await mailTo(email))[1]?.body).toContain(`${firstName} has a trial class`)
    expect((await prospectsHere())[0]).toMatchObject({ lastName: '=1+1' })
  })
})
