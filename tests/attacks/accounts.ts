import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { openProduct } from '../faults/product.ts'
import { type Attack, demoPassword, freshNetwork, type Outcome, type Target } from './target.ts'
import { bodyOf, type Visitor, visitor } from './visitor.ts'

type Person = { _id: string; email: string | null; role: string | null }
type Mail = { to: string; body: string }

/** Returns the reset or setup tokens sent to an address, as far as this reader can see them in the outbox. */
async function tokensFor(reader: Visitor, email: string) {
  const { status, text } = await reader.get('/mail')
  if (status !== 200) return []
  const { mail } = JSON.parse(text) as { mail: Mail[] }
  return mail.filter(({ to }) => to === email).flatMap(({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? [])
}

/** Waits long enough for a job to write the email with the link. */
const mailed = () => pause(2000)

const wasTaken = ({ status }: { status: number }) => status >= 200 && status < 300

/**
 * Acts as a manager: gives a duty at the center to the owner of an account that has more rights,
 * requests a new password for that account, and tries to read the link in the outbox.
 */
async function takeOver({ signedIn, stranger }: Target, email: string): Promise<Outcome> {
  const manager = await signedIn('manager')
  await manager.post('/centers/Maple Street/staff', {
    firstName: 'Any',
    lastName: 'Body',
    duty: 'operator',
    type: 'permanent',
    email,
  })
  await stranger().post('/password/recovery', { email })
  await mailed()
  const tokens = await tokensFor(manager, email)
  let through = 0
  for (const token of tokens) if (wasTaken(await stranger().post('/password/link', { token }))) through += 1
  return { tried: 3, through, figures: `${tokens.length} links read` }
}

const staffOf = async (reader: Visitor, center: string) =>
  bodyOf<Person[]>(await reader.get(`/centers/${center}/staff`))

/**
 * Starts the product on the demo's folder with the settings of a real center, as somebody who has tried the
 * demo might, and tries to sign in with the passwords that the demo printed.
 */
async function demoAtARealCenter({ product }: Target): Promise<Outcome> {
  const own = await openProduct({
    DATA_DIR: product.folder,
    ADMIN_EMAIL: 'owner@attacks.example',
    TRUST_PROXY: '127.0.0.1',
  })
  try {
    await own.start()
    const names = ['admin', 'manager', 'operator', 'editor', 'student', 'parent']
    const replies = await Promise.all(
      names.map((name) => visitor(own.address, freshNetwork()).signIn(`${name}@demo.example`, demoPassword)),
    )
    const hasLink = own.output.beginning().includes('/setup#token=')
    const got = replies.filter(wasTaken).length
    return {
      tried: names.length,
      through: got + (hasLink ? 0 : 1),
      figures: `the owner's link ${hasLink ? 'is' : "isn't"} printed`,
    }
  } finally {
    await own.close()
  }
}

export const accountAttacks: Attack[] = [
  { name: 'account: the demo’s published passwords at a real center', run: demoAtARealCenter },
  {
    name: 'account: a manager adds the editor to the staff and reads the reset link',
    run: (target) => takeOver(target, 'editor@demo.example'),
  },
  {
    name: "account: a manager adds another center's operator and reads the reset link",
    run: (target) => takeOver(target, 'operator2@demo.example'),
  },
  {
    name: 'account: a manager makes the admin a teacher',
    run: async ({ signedIn }) => {
      const manager = await signedIn('manager')
      const email = 'admin@demo.example'
      const body = { firstName: 'Any', lastName: 'Body', type: 'permanent', email }
      for (const duty of ['teacher', 'assistant', 'operator'])
        await manager.post('/centers/Maple Street/staff', { ...body, duty })
      const through = (await staffOf(manager, 'Maple Street')).filter((one) => one.email === email).length
      return { tried: 3, through, figures: `${through} duties` }
    },
  },
  {
    name: "account: another center's office renames a parent and links a child without consent",
    run: async ({ signedIn }) => {
      const [admin, parent, office] = [
        await signedIn('admin'),
        await signedIn('parent'),
        await signedIn('operator2'),
      ]
      const { _id: parentId } = bodyOf<Person>(await parent.get('/users/me'))
      const { students } = bodyOf<{ students: { _id: string }[] }>(
        await office.get('/centers/Riverside/students'),
      )
      const child = students[0]?._id ?? ''
      const before = (await parent.get('/parent/students')).text
      const link = await office.post(`/centers/Riverside/students/${child}/parents`, {
        firstName: 'Any',
        lastName: 'Body',
        email: 'parent@demo.example',
        relationship: 'mother',
        phone: '5550100000',
        phoneType: 'mobile',
      })
      await office.patch(`/centers/Riverside/parents/${parentId}`, { firstName: 'Hacked' })
      const sees = (await parent.get('/parent/students')).text
      const named = bodyOf<{ users: { firstName: string }[] }>(
        await admin.get('/users?search=parent@demo.example'),
      ).users
      const through = [
        sees !== before,
        named.some(({ firstName }) => firstName === 'Hacked'),
        link.text.includes('Pilar'),
      ]
      return { tried: 2, through: through.filter(Boolean).length, figures: `link answered ${link.status}` }
    },
  },
  {
    name: 'account: requesting a new password voids an invitation',
    run: async ({ signedIn, stranger }) => {
      const admin = await signedIn('admin')
      const email = `invited-${newId()}@attacks.example`
      await admin.post('/users', { firstName: 'In', lastName: 'Vited', role: 'editor', email, centers: [] })
      const invited = (await tokensFor(admin, email))[0] ?? ''
      await stranger().post('/password/recovery', { email })
      await mailed()
      const after = await stranger().post('/password/link', { token: invited })
      return {
        tried: invited ? 1 : 0,
        through: wasTaken(after) ? 0 : 1,
        figures: `the invitation answers ${after.status}`,
      }
    },
  },
  {
    name: 'account: one address is flooded with invitations',
    run: async ({ signedIn }) => {
      const admin = await signedIn('admin')
      const email = `flooded-${newId()}@attacks.example`
      const { _id } = bodyOf<Person>(
        await admin.post('/users', {
          firstName: 'In',
          lastName: 'Vited',
          role: 'editor',
          email,
          centers: [],
        }),
      )
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          admin.post(`/users/${_id}/invitation`, {}, { headers: { 'idempotency-key': newId() } }),
        ),
      )
      const sent = replies.filter(wasTaken).length
      return { tried: replies.length, through: Math.max(0, sent - 3), figures: `${sent} of 20 sent` }
    },
  },
  {
    name: 'account: a new center gets a name that looks like another center’s',
    run: async ({ signedIn }) => {
      const admin = await signedIn('admin')
      const names = ['riverside', 'Rivеrside', 'Ｒiverside', 'Riverside ', 'River side', 'Rıverside']
      const made: string[] = []
      for (const name of names)
        if (wasTaken(await admin.post('/centers', { name, timeZone: 'America/New_York' }))) made.push(name)
      // Don't count “River side”, which nobody would mistake for “Riverside”.
      return {
        tried: names.length,
        through: made.filter((name) => name !== 'River side').length,
        figures: `made: ${made.join(', ') || 'none'}`,
      }
    },
  },
  {
    name: "sign-in: 40 networks guess an account's password while its owner signs in from a known and a new browser",
    run: async ({ address, signedIn }) => {
      const owner = await signedIn('admin')
      const guess = () => visitor(address, freshNetwork()).signIn('admin@demo.example', newId())
      const guesses = (
        await Promise.all(Array.from({ length: 40 }, () => Promise.all([guess(), guess(), guess()])))
      ).flat()
      const known = await owner.signIn('admin@demo.example', demoPassword)
      const began = performance.now()
      const another = visitor(address, freshNetwork())
      let fresh = await another.signIn('admin@demo.example', demoPassword)
      while (fresh.status === 429 && performance.now() - began < 15_000) {
        await pause(1000 * Math.min(5, Number(fresh.retryAfter ?? 1)))
        fresh = await another.signIn('admin@demo.example', demoPassword)
      }
      const seconds = (performance.now() - began) / 1000
      const through =
        guesses.filter(wasTaken).length + (known.status === 200 ? 0 : 1) + (fresh.status === 200 ? 0 : 1)
      return {
        tried: guesses.length,
        through,
        figures: `known browser ${known.status}, new one ${fresh.status} after ${seconds.toFixed(1)} s`,
      }
    },
  },
  {
    name: "sign-in: a student tries 100 invented names from the school's address while staff sign in there",
    run: async ({ address }) => {
      const school = freshNetwork()
      const guesses = await Promise.all(
        Array.from({ length: 100 }, () => visitor(address, school).signIn(`${newId()}@made.up`, newId())),
      )
      const names = ['manager', 'operator', 'editor', 'parent']
      const replies = []
      for (const name of names)
        replies.push(await visitor(address, school).signIn(`${name}@demo.example`, demoPassword))
      const refused = replies.filter(({ status }) => status !== 200).length
      return {
        tried: guesses.length,
        through: refused,
        figures: `${names.length - refused} of ${names.length} colleagues got in at once`,
      }
    },
  },
  {
    name: 'sign-in: 60 wrong activation keys from 60 networks and 10 from the school, where a right key still works',
    run: async ({ address, signedIn }) => {
      const office = await signedIn('operator')
      const made = await office.post('/devices', {
        centerId: 'Maple Street',
        name: `Tablet ${newId().slice(-6)}`,
      })
      const { key } = bodyOf<{ key: string }>(made)
      const school = freshNetwork()
      const wrong = (network: string) => visitor(address, network).post('/auth/devices', { key: 'BCDF-GHJK' })
      const replies = await Promise.all([
        ...Array.from({ length: 60 }, () => wrong(freshNetwork())),
        ...Array.from({ length: 10 }, () => wrong(school)),
      ])
      const heard = replies.filter(({ status }) => status === 401).length
      const right = await visitor(address, school).post('/auth/devices', { key })
      const through = replies.filter(wasTaken).length + (right.status === 200 ? 0 : 1)
      return {
        tried: replies.length,
        through,
        figures: `${heard} answered 401, the rest 429; the right key ${right.status}`,
      }
    },
  },
]
