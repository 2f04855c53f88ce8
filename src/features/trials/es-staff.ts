import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'The trial form is on.': 'El formulario de prueba está activado.',
  'The trial form is off.': 'El formulario de prueba está desactivado.',
  'Anyone can request a trial class here. Once they confirm by email, they appear on the prospect board with their seat booked.':
    'Cualquiera puede pedir aquí una clase de prueba. Cuando la confirme por correo, aparecerá en el tablero de interesados con su lugar reservado.',
  'Families can request a trial class on a public page, for your website or a poster. It shows your phone number and which classes have open seats.':
    'Las familias pueden pedir una clase de prueba en una página pública, para su sitio web o un cartel. Muestra su teléfono y qué clases tienen lugares libres.',
  'Code for your website': 'Código para su sitio web',
  'Open the form': 'Abrir el formulario',
  'QR code for the same link': 'Código QR del mismo enlace',
  'Find a time for a trial in {subject}': 'Buscar una hora para una clase de prueba de {subject}',
}
