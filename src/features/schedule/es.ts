import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  Void: 'Anulada',
  Today: 'Hoy',
  Done: 'Listo',
  'Same level': 'Mismo nivel',
  'Same teacher': 'Mismo maestro',
  'Same weekday': 'Mismo día',
  'Same hour': 'Misma hora',
  'Add to your calendar': 'Agregar a su calendario',
  'New address created. The old ones no longer work.':
    'Se creó una dirección nueva. Las anteriores ya no funcionan.',
  'Calendar for {name}': 'Calendario de {name}',
  Address: 'Dirección',
  'Subscribe to this address in your calendar app. It will show the classes and keep them up to date.':
    'Suscríbase a esta dirección en su aplicación de calendario. Mostrará las clases y las mantendrá al día.',
  'Anyone with this address can see the classes. If the wrong person gets it, create a new one.':
    'Cualquiera con esta dirección puede ver las clases. Si llega a quien no debe, cree una nueva.',
  'All your old calendar addresses, including those for other children, then stop working.':
    'Entonces dejan de funcionar todas sus direcciones de calendario anteriores, también las de otros niños.',
  'Create a new address': 'Crear una dirección nueva',
  'the address': 'la dirección',
  'Copy address': 'Copiar dirección',
  'Reported {time} before class': 'Falta reportada con {time} de anticipación',
  'Reported less than {time} before class': 'Falta reportada con menos de {time} de anticipación',
  '{inTime}: you get a make-up credit.': '{inTime}: obtiene una clase de recuperación.',
  'You get no make-up credit, because you already have the maximum number of open credits.':
    'No obtiene una clase de recuperación porque ya tiene pendiente el máximo de recuperaciones.',
  '{late}: no make-up credit, unless the center excuses the absence.':
    '{late}: sin clase de recuperación, salvo que el centro justifique la falta.',
  'You get no make-up credit for this.': 'Por esto no obtiene una clase de recuperación.',
  '{inTime}: you can use the make-up credit on another day.':
    '{inTime}: puede usar la clase de recuperación otro día.',
  '{late}: the make-up credit is used up.': '{late}: la clase de recuperación se pierde.',
  '{className}, {day} at {time}': '{className}, {day}, {time}',
  'The make-up is canceled: {where}': 'La recuperación ya no se hará: {where}',
  'Open until {day}': 'Pendiente hasta el {day}',
  'Waiting for confirmation: {where}': 'A la espera de confirmación: {where}',
  'Booked: {where}': 'Reservada: {where}',
  'Used: {where}': 'Usada: {where}',
  'Forfeited (missed): {where}': 'Perdida por ausencia: {where}',
  'Expired on {day}': 'Venció el {day}',
  'Void, but still booked: {where}': 'Anulada, pero aún reservada: {where}',
  'Not granted: {overLimit} already open': 'Ninguna: ya había {overLimit} sin usar',
  'Reported in advance': 'Falta reportada con anticipación',
  'Class canceled': 'Clase cancelada',
  Granted: 'Concedida',
  'Not taken': 'Sin registrar',
  'Picked up': 'Recogida',
  'Picked up work': 'Recogió el trabajo',
  Present: 'Presente',
  Absent: 'Ausente',
  'Absent, excused': 'Falta justificada',
  '{substitute} (for {teacher})': '{substitute} (en lugar de {teacher})',
  '{substitute} (substitute)': '{substitute} (suplente)',
  Math: 'Matemáticas',
  English: 'Inglés',
  'Private Tutoring': 'Tutoría individual',
  Group: 'Grupo',
  days: 'día|días',
  seats: 'lugar|lugares',
  'Make-up confirmed: {what}': 'Recuperación confirmada: {what}',
  'Hello {parent},\n\n{child}’s make-up is confirmed: {what}.':
    'Hola, {parent}:\n\nLa recuperación de {child} está confirmada: {what}.',
  'Questions? Please call {phone}.': '¿Preguntas? Llame al {phone}.',
  'Make-up declined: {what}': 'Recuperación rechazada: {what}',
  'Hello {parent},\n\nUnfortunately, we can’t offer {child} this make-up: {what}. You can use the credit for another class until {expiresOn}.':
    'Hola, {parent}:\n\nLamentablemente, no podemos ofrecerle a {child} esta clase de recuperación: {what}. Puede usar su recuperación para otra clase hasta el {expiresOn}.',
}
