import { text, quoted, changes } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const device = ({ row }: Told) => `the device${text(row['name']) && ` ${quoted(row['name'])}`}`

/** Words for this feature's changes in the audit log. */
export const devicesWording: Wording = {
  actions: {
    'devices.create': (told) => `added ${device(told)}`,
    'devices.activate': (told) => `activated ${device(told)}`,
    'devices.rename': (told) => changes(told, `renamed ${device(told)}`),
    'devices.allowPin': (told) => `let ${device(told)} use the classroom PIN again`,
    'devices.reissue': (told) => `made a new key for ${device(told)}`,
    'devices.revoke': (told) => `revoked ${device(told)}`,
    'devices.elsewhere': () => t('continued from another address'),
  },
}
