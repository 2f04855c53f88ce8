import type { Catalog } from '#shared/language.ts'

/** Spanish text for the activation page, which a device shows before it is activated. */
export const es: Catalog = {
  'This device is now {firstName} at {center}.': 'Este dispositivo ahora es {firstName} de {center}.',
  'Activate this device': 'Activar este dispositivo',
  'For the classroom’s shared tablets. Find the key under Devices in your center’s office. It works once, within an hour.':
    'Para las tabletas compartidas del aula. La clave está en Dispositivos, en la oficina de su centro. Funciona una vez, durante una hora.',
  'Activation key': 'Clave de activación',
  'ABCD-EFGH': 'ABCD-EFGH',
  Activate: 'Activar',
}
