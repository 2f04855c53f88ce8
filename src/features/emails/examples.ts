import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  type Target,
} from '#tests/example.ts'
import { emails } from './api.ts'
import { looks } from './look/api.ts'

/** Returns a logo of one pixel for the center. */
const newLogo = ({ centerId }: Target) => ({
  centerId,
  name: 'logo.png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
})

/** Example calls of the feature's endpoints. */
export const emailsExamples: readonly Example[] = [
  ...examplesFor(emails, {
    send: {
      scopes: allScopes,
      input: ({ centerId, studentId }) => ({
        centerId,
        audience: { studentIds: [studentId] },
        subject: 'News',
        body: 'Dear {{parent}}',
      }),
    },
    list: { scopes: centerScopes, input: inCenter },
    file: { scopes: centerScopes, input: inCenter },
    resend: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId }),
      status: [404],
      prepare: async ({ centerId, studentId }, { call, write }) => {
        const { body } = await call(emails.send, {
          centerId,
          audience: { studentIds: [studentId] },
          subject: 'News',
          body: 'Hello',
        })
        await write(
          (db) => db`update mail set state = 'failed' where mailing_id = ${body.mailing?._id ?? null}`,
        )
        return { id: body.mailing?._id }
      },
    },
  }),
  ...examplesFor(looks, {
    logo: {
      scopes: centerScopes,
      status: [404],
      prepare: async (target, { call }) => ({
        image: (await call(looks.putLogo, newLogo(target))).body.image,
      }),
      input: ({ centerId }) => ({ centerId, image: '0'.repeat(64) }),
    },
    putLogo: { scopes: centerScopes, input: newLogo, unversioned: 'It is one picture, replaced as a whole.' },
    dropLogo: {
      scopes: centerScopes,
      prepare: async (target, { call }) => {
        await call(looks.putLogo, newLogo(target))
        return {}
      },
      input: inCenter,
      unversioned: isThereOrNot,
    },
    test: { scopes: centerScopes, input: inCenter },
  }),
]
