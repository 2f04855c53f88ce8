import { changes, quoted, text } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const integrationsWording: Wording = {
  actions: {
    'integrations.createToken': ({ row }) => `created the access token ${quoted(row['name'])}`,
    'integrations.addWebhook': ({ row }) => `added a webhook to ${text(row['url'])}`,
    'integrations.changeWebhook': (told) => changes(told, `changed the webhook to ${text(told.row['url'])}`),
    'integrations.renewSecret': ({ row }) => `made a new secret for the webhook to ${text(row['url'])}`,
    'integrations.removeWebhook': ({ row }) => `deleted the webhook to ${text(row['url'])}`,
    'integrations.stopWebhook': ({ row }) =>
      `switched off the webhook to ${text(row['url'])}, which failed for five days`,
    'integrations.revokeToken': ({ row }) => `revoked the access token ${quoted(row['name'])}`,
  },
}
