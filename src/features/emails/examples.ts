import { allScopes, centerScopes, type Example, examplesFor, inCenter } from '#tests/example.ts'
import { emails } from './api.ts'

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
]
