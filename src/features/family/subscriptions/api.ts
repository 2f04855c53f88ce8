import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { Token } from '#shared/fields.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { AutomaticKind, MailKind } from './kinds.ts'

/** The mail of a center to a parent, and whether the parent wants it. */
const Subscription = record('MailSubscription', { center: z.string(), wanted: z.boolean() })

/** A parent's choices at a center. `kinds` are what the center sends by itself. */
const Choices = Subscription.extend({
  kinds: z.array(z.object({ kind: AutomaticKind, wanted: z.boolean() })),
})
export type Choices = z.infer<typeof Choices>

/**
 * Mail that parents can end: messages of their children's centers, but not mail about their own account. The
 * link in such mail works without signing in, and only for its center and its reader.
 */
export const subscriptions = {
  /** Subscription that a link is for. 404 if the link isn't ours. */
  link: get('/unsubscribe/:token', {
    who: 'mail.unsubscribe',
    input: z.object({ token: Token }),
    output: Subscription,
  }),
  /**
   * Ends it at once, or with `wanted` begins it again. Mail programs post a form here (RFC 8058), also under
   * the address of the page, `/unsubscribe/{token}`.
   */
  end: post('/unsubscribe/:token', {
    who: 'mail.unsubscribe',
    takesForm: true,
    inArchive: true,
    input: z.object({ token: Token, wanted: z.boolean().default(false) }),
    output: Subscription,
  }),
  /** The parent's choices, by center. */
  list: get('/parent/subscriptions', { who: 'parent.change', input: None, output: z.array(Choices) }),
  /** Chooses all mail of a center, or one kind. Returns the choices there. 404 for a center without a child. */
  choose: post('/parent/subscriptions', {
    who: 'parent.change',
    input: z.object({ center: CenterName, kind: MailKind, wanted: z.boolean() }),
    output: Choices,
  }),
}
