import { text, quoted, changes } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const device = ({ row }: Told) => `the device${text(row['name']) && ` ${quoted(row['name'])}`}`

/** Words for this feature's changes in the audit log. */
export const devicesWording: Wording = {
  actions: {
    'devices.create': (told) => t('added {told}', { told: device(told) }),
    'devices.activate': (told) => t('activated {told}', { told: device(told) }),
    'devices.rename': (told) => changes(told, t('renamed {told}', { told: device(told) })),
    'devices.allowPin': (told) => t('let {told} use the classroom PIN again', { told: device(told) }),
    'devices.reissue': (told) => t('made a new key for {told}', { told: device(told) }),
    'devices.revoke': (told) => t('revoked {told}', { told: device(told) }),
    'devices.elsewhere': () => t('continued from another address'),
  },
}
