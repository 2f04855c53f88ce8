import { text, quoted, changes } from '#features/history/change-words.ts'
import type { LoggedChange, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const device = ({ row }: LoggedChange) =>
  `${t('the device')}${text(row['name']) && ` ${quoted(row['name'])}`}`

/** Wording of this feature's changes in the audit log. */
export const devicesWording: Wording = {
  actions: {
    'devices.create': (change) => t('added {device}', { device: device(change) }),
    'devices.activate': (change) => t('activated {device}', { device: device(change) }),
    'devices.rename': (change) => changes(change, t('renamed {device}', { device: device(change) })),
    'devices.allowPin': (change) => t('unblocked the classroom PIN on {device}', { device: device(change) }),
    'devices.reissue': (change) => t('created a new key for {device}', { device: device(change) }),
    'devices.revoke': (change) => t('revoked {device}', { device: device(change) }),
    'devices.elsewhere': () => t('was used from another IP address'),
  },
}
