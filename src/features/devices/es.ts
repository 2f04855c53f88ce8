import type { Catalog } from '#shared/language.ts'

/** Spanish text for the activation page, which a device shows before it is activated. */
export const es: Catalog = {
  'This device is now {firstName} at {center}.': 'Este dispositivo ahora es {firstName} de {center}.',
  'Activate this device': 'Activar este dispositivo',
  'For the classroom’s shared tablets. The office creates the key under Devices. It works once, within an hour.':
    'Para las tabletas compartidas del aula. La oficina crea la clave en Dispositivos. Funciona una sola vez, durante una hora.',
  'Activation key': 'Clave de activación',
  'ABCD-EFGH': 'ABCD-EFGH',
  Activate: 'Activar',
}
