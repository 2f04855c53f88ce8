import { changes, quoted, text } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

/** Wording of this feature's changes in the audit log. */
export const integrationsWording: Wording = {
  actions: {
    'integrations.createToken': ({ row }) =>
      t('created the access token {name}', { name: quoted(row['name']) }),
    'integrations.addWebhook': ({ row }) => t('added a webhook to {url}', { url: text(row['url']) }),
    'integrations.changeWebhook': (change) =>
      changes(change, t('changed the webhook to {url}', { url: text(change.row['url']) })),
    'integrations.renewSecret': ({ row }) =>
      t('created a new secret for the webhook to {url}', { url: text(row['url']) }),
    'integrations.removeWebhook': ({ row }) => t('deleted the webhook to {url}', { url: text(row['url']) }),
    'integrations.stopWebhook': ({ row }) =>
      row['isGone'] === true
        ? t('turned off the webhook to {url}, because the address no longer exists', {
            url: text(row['url']),
          })
        : t('turned off the webhook to {url}, which had failed for five days', { url: text(row['url']) }),
    'integrations.revokeToken': ({ row }) =>
      t('revoked the access token {name}', { name: quoted(row['name']) }),
  },
}
