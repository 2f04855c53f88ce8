import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { Token } from '#shared/fields.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { AutomaticKind, MailKind } from './kinds.ts'

/** A center that sends emails to a parent, and whether the parent wants them. */
const Subscription = record('MailSubscription', { center: z.string(), wanted: z.boolean() })

/** A parent's choices at a center. `kinds` lists the messages that it sends automatically. */
const Choices = Subscription.extend({
  kinds: z.array(z.object({ kind: AutomaticKind, wanted: z.boolean() })),
})
export type Choices = z.infer<typeof Choices>

/**
 * Emails that parents can unsubscribe from: messages from their children's centers, but not emails about
 * their own account. The link in such an email works without signing in, and only for its center and
 * recipient.
 */
export const subscriptions = {
  /** Subscription that a link refers to. 404 if the link isn't valid. */
  link: get('/unsubscribe/:token', {
    who: 'mail.unsubscribe',
    input: z.object({ token: Token }),
    output: Subscription,
  }),
  /**
   * Unsubscribes immediately, or subscribes again if `wanted` is true. Email programs post a form here (RFC
   * 8058), or to the address of the page, `/unsubscribe/{token}`.
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
  /**
   * Turns all emails from a center, or one kind, on or off. Returns the parent's choices at this center. 404
   * for a center without a child of the parent.
   */
  choose: post('/parent/subscriptions', {
    who: 'parent.change',
    input: z.object({ center: CenterName, kind: MailKind, wanted: z.boolean() }),
    output: Choices,
  }),
}
