import { quoted } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const integrationsWording: Wording = {
  actions: {
    'integrations.createToken': ({ row }) => `created the access token ${quoted(row['name'])}`,
    'integrations.revokeToken': ({ row }) => `revoked the access token ${quoted(row['name'])}`,
  },
}
