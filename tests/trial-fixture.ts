import { v7 as newId } from 'uuid'
import { beforeEach, expect } from 'vitest'
import { prospects } from '#features/students/prospects/api.ts'
import { trials } from '#features/trials/api.ts'
import { signTime } from '#features/trials/form-time.ts'
import type { CenterId } from '#server/gate.ts'
import type { CallInput } from '#shared/contract.ts'
import { factories } from './factories.ts'
import type { World } from './world.ts'

export type TrialAsk = CallInput<typeof trials.ask>
/** Next day on which the fixture's class meets. */
export const wednesday = '2026-03-04'
export const newAddress = () => `${newId()}@test.example`

/**
 * Creates a center with its trial form switched on before each test. Returns functions to send and confirm
 * requests as a family.
 */
export async function trialFixture(world: World) {
  const { database } = world
  const nobody = await world.as(null)
  /** Creates a center with its form switched on, a class on Wednesdays with one seat, and staff. */
  const makeCast = () =>
    database.write(async (db) => {
      const make = factories(db)
      const centerId = (await make.center()).id as CenterId
      await db`update centers set trial_form = true, phone = '+15185550142', email = 'desk@test.example' where id = ${centerId}`
      const klass = await make.klass(centerId, { day: 3, time: '16:30', maxSize: 1, name: 'Math 5' })
      return {
        centerId,
        klass,
        manager: await make.staff('manager', centerId),
        operator: await make.staff('operator', centerId),
      }
    })
  const cast = {} as Awaited<ReturnType<typeof makeCast>>
  beforeEach(async () => {
    Object.assign(cast, await makeCast())
    await database.single`delete from failed_tries`
  })

  const issuedBefore = (ms: number, center: string = cast.centerId) =>
    database.write((db) => signTime(db, center, Date.now() - ms))

  async function askingWith(more: Partial<TrialAsk> & { email?: string } = {}): Promise<TrialAsk> {
    const { email = newAddress(), ...rest } = more
    return {
      name: cast.centerId,
      issued: await issuedBefore(60_000),
      parent: { firstName: 'Nadia', lastName: 'Haddad', email, phone: '(212) 555-0187' },
      child: { firstName: 'Yara', lastName: 'Haddad', grade: '3' },
      subject: 'Math',
      seat: { classId: cast.klass.id, on: wednesday },
      consent: true,
      ...rest,
    }
  }
  const sent = async (more: Parameters<typeof askingWith>[0] = {}) =>
    await nobody.call(trials.ask, await askingWith(more))

  const mailTo = (email: string) => database.read<
    { subject: string; body: string; personId: string | null }[]
  >`
  select subject, body, person_id from mail where to_address = ${email} order by id`
  const tokenFor = async (email: string) =>
    /#token=([\w-]+)/.exec((await mailTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
  /** Sends a request. Returns the parent's email address and the token of the link sent to it. */
  async function asked(more: Parameters<typeof askingWith>[0] = {}) {
    const email = more.email ?? newAddress()
    const { status, text } = await sent({ ...more, email })
    expect([status, text]).toEqual([204, ''])
    return { email, token: await tokenFor(email) }
  }
  const confirmed = (token: string, seat: TrialAsk['seat'] = { classId: cast.klass.id, on: wednesday }) =>
    nobody.call(trials.confirm, { token, seat })

  async function prospectsHere() {
    const { body } = await (await world.as(cast.operator)).call(prospects.board, { centerId: cast.centerId })
    return body.stages.flatMap((stage) => stage.prospects)
  }

  return {
    cast,
    makeCast,
    issuedBefore,
    askingWith,
    sent,
    mailTo,
    tokenFor,
    asked,
    confirmed,
    prospectsHere,
    nobody,
  }
}
