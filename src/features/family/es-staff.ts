import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'reported that {student} can’t come to {className} on {day}{reason}':
    'avisó que {student} no vendrá a {className} el {day}{reason}',
  'the center’s email: {kind}': 'los correos del centro: {kind}',
  'the center’s email': 'los correos del centro',
  'unsubscribed from {mail}': 'dejó de recibir {mail}',
  'subscribed to {mail}': 'volvió a recibir {mail}',
  'turned on notifications in a browser': 'activó las notificaciones en un navegador',
  'turned on text messages': 'empezó a recibir mensajes de texto',
  'turned off text messages': 'dejó de recibir mensajes de texto',
  'turned off notifications in a browser': 'desactivó las notificaciones en un navegador',
  'reported that {student} can come on {day} after all': 'avisó que {student} sí puede venir el {day}',
  'Choose what to change.': 'Elija qué cambiar.',
  'The address {fault}.': 'La dirección {fault}.',
  'Enter your mobile number.': 'Escriba su número de celular.',
}
