import { text, quoted, changes } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const device = ({ row }: Told) => `${t('the device')}${text(row['name']) && ` ${quoted(row['name'])}`}`

/** Words for this feature's changes in the audit log. */
export const devicesWording: Wording = {
  actions: {
    'devices.create': (told) => t('added {device}', { device: device(told) }),
    'devices.activate': (told) => t('activated {device}', { device: device(told) }),
    'devices.rename': (told) => changes(told, t('renamed {device}', { device: device(told) })),
    'devices.allowPin': (told) => t('unblocked the classroom PIN on {device}', { device: device(told) }),
    'devices.reissue': (told) => t('created a new key for {device}', { device: device(told) }),
    'devices.revoke': (told) => t('revoked {device}', { device: device(told) }),
    'devices.elsewhere': () => t('was used from another IP address'),
  },
}
