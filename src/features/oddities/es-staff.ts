import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'Fixed.': 'Resuelto.',
  'the oddities': 'las irregularidades',
  'Age of oddities': 'Antigüedad de las irregularidades',
  'No oddities.': 'Sin irregularidades.',
  'See all {count}, {urgent} of them urgent': 'Ver las {count}, {urgent} urgentes',
  'Oddities at {centerId}': 'Irregularidades en {centerId}',
  'Filter oddities': 'Filtrar irregularidades',
  'Showing only “{value}”.': 'Solo “{value}”.',
  'Show all kinds': 'Mostrar todos los tipos',
  'No oddities': 'Sin irregularidades',
  'Nothing here': 'Nada aquí',
  'If an oddity can wait, snooze it until a day you choose. It will come back automatically.':
    'Si una irregularidad puede esperar, pospóngala hasta un día. Volverá automáticamente.',
  'Conflicts, empty seats, missing attendance and other problems show up here.':
    'Aquí aparecen conflictos, lugares vacíos, asistencia sin tomar y otros problemas.',
  'Oddities: {code}': 'Irregularidades: {code}',
  'Since {day}': 'Desde el {day}',
  ' · snoozed until {day}: {snoozedFor}': ' · pospuesta hasta el {day}: {snoozedFor}',
  Snooze: 'Posponer',
  'Back on the list.': 'De vuelta en la lista.',
  'End snooze': 'Dejar de posponer',
  'Snoozed until {day}.': 'Pospuesta hasta el {day}.',
  'It comes back on this day unless it’s fixed by then.':
    'Vuelve ese día si para entonces no se ha resuelto.',
  Urgent: 'Urgente',
  'Needs attention': 'Requiere atención',
  'For your information': 'Para información',
  'Teacher in two classes at once': 'Maestro en dos clases a la vez',
  'Class without a teacher': 'Clase sin maestro',
  'Inactive teacher': 'Maestro inactivo',
  'Student in two classes at once': 'Estudiante en dos clases a la vez',
  'Student twice in one class': 'Estudiante dos veces en una clase',
  'Active student without a class': 'Estudiante activo sin clase',
  'Inactive student with a place': 'Lugar de un estudiante inactivo',
  'Class over capacity': 'Clase por encima de su cupo',
  'Nearly empty class': 'Clase casi vacía',
  'Waitlist with open seats': 'Lista de espera con lugares libres',
  'Attendance missing': 'Falta la asistencia',
  'Marked but not expected': 'Con registro, pero no se esperaba',
  'Three absences in a row': 'Tres faltas seguidas',
  'Make-up credit about to expire': 'Recuperación por vencer',
  'Invalid make-up or trial': 'Recuperación o clase de prueba imposible',
  'Make-up with a void credit': 'Recuperación anulada, pero aún reservada',
  'Break ends after the place does': 'Pausa más allá del fin de su lugar',
  'Break without an end date': 'Pausa sin fecha de fin',
  'First class on the wrong day': 'Primera clase en día equivocado',
  'Last class without follow-up': 'Última clase sin seguimiento',
  'Prospect without a next step': 'Interesado sin siguiente paso',
  'Possible duplicate student': 'Posible estudiante duplicado',
  'No parent can be reached': 'Sin contacto con los padres',
  'the center is closed': 'el centro está cerrado',
  'the class is canceled': 'la clase está cancelada',
  'the class does not meet': 'no hay clase',
  'the missed class had a different subject or type': 'la clase perdida era de otra materia o tipo',
  Snoozed: 'Pospuestas',
  '1 to 7 days': 'De 1 a 7 días',
  '8 to 30 days': 'De 8 a 30 días',
  'Over 30 days': 'Más de 30 días',
  marks: 'registro|registros',
  'Choose at most {maxDays} days.': 'Elija {maxDays} días como máximo.',
  'Choose a day after today, within a year.': 'Elija un día posterior a hoy, dentro de un año.',
  'Open the day': 'Ver el día',
  'Open the roll': 'Ver la lista',
  'Open the student': 'Ver al estudiante',
  'Make active': 'Marcar como activo',
  'End the place today': 'Terminar el lugar hoy',
  'Remove the place': 'Quitar el lugar',
  '{staffName} has {otherName} and {className} at the same time on {when}.':
    '{staffName} tiene {otherName} y {className} a la vez el {when}.',
  '{className} has no teacher on {when}.': '{className} no tiene maestro el {when}.',
  '{className} on {when} is taught by {staffName}, who isn’t an active teacher here.':
    '{className} del {when} está a cargo de {staffName}, que no es maestro activo aquí.',
  '{studentName} is in {otherName} and {className} at the same time on {when}.':
    '{studentName} está en {otherName} y {className} a la vez el {when}.',
  '{studentName} is in {className} twice, as {num} and as {otherNum}.':
    '{studentName} está dos veces en {className}, como {num} y como {otherNum}.',
  '{studentName} is active but has no class.': '{studentName} está activo, pero no tiene clase.',
  '{studentName} is {status} but has a place in {className}.':
    '{studentName} tiene un lugar en {className}, pero su estado es {status}.',
  '{className} has {seats} students for {maxSize} on {when}{rest}.':
    '{className} tiene {seats} estudiantes para {maxSize} el {when}{rest}.',
  '{className} has had {students} for three weeks.': '{className} lleva tres semanas con {students}.',
  'no regular students': 'ningún estudiante regular',
  'one regular student': 'un estudiante regular',
  '{className} has an open seat starting {day}, and {students} on its waitlist: {studentName} is first.':
    '{className} tiene un lugar desde el {day} y {students} en su lista de espera: {studentName} va primero.',
  '{className} on {when} has no attendance recorded.': '{className} del {when} no tiene asistencia.',
  '{className} on {when} is missing {missing} of {marks}.':
    '{className} del {when} tiene {missing} de {marks} pendientes.',
  '{studentName} has an attendance mark in {className} on {day}, but {why}.':
    '{studentName} está registrado en {className} el {day}, pero {why}.',
  'was on a break': 'estaba en pausa',
  'had no place in it that day': 'no tenía lugar en ella ese día',
  '{studentName} missed three classes in a row, most recently on {day}.':
    '{studentName} faltó a tres clases seguidas, la última el {day}.',
  '{studentName}’s make-up credit for {className} expires on {day}.':
    'La recuperación de {studentName} por {className} vence el {day}.',
  '{type} for {studentName} in {className} on {day}: {why}.':
    '{type} de {studentName} en {className} el {day}: {why}.',
  'Cancel the {type}': 'Cancelar {type}',
  '{studentName}’s make-up in {className} on {day} uses a void credit.':
    'La clase de recuperación de {studentName} en {className} del {day} usa una recuperación anulada.',
  'Cancel the make-up': 'Cancelar la recuperación',
  '{studentName}’s break in {className} starting {day} ends after the student’s place in the class does.':
    'La pausa de {studentName} en {className} desde el {day} se extiende más allá del lugar.',
  '{studentName} has been on a break from {className} since {day}, with no end date.':
    '{studentName} está en pausa de {className} desde el {day}, sin fecha de fin.',
  'End the break today': 'Terminar la pausa hoy',
  '{studentName} has their first class in {className} on {day}, but the class doesn’t meet that day.':
    '{studentName} tiene su primera clase de {className} el {day}, pero ese día no hay clase.',
  'Unmark as first class': 'Desmarcar como primera clase',
  '{studentName} has their last class in {className} on {day}, with no note or plan for afterward.':
    '{studentName} tiene su última clase de {className} el {day}, sin nota ni plan para después.',
  '{studentName} had a trial in {className} on {day}, with no follow-up.':
    '{studentName} tuvo una clase de prueba en {className} el {day}, sin seguimiento.',
  '{studentName} is listed as {num} and as {otherNum}, with the same {alike}.':
    '{studentName} aparece como {num} y como {otherNum}, con {alike} en común.',
  'Nobody can be reached for {studentName}: no parent who may be contacted has an email or phone.':
    'No se puede contactar a nadie por {studentName}: ningún padre o madre contactable tiene correo o teléfono.',
  '1 oddity': '1 irregularidad',
  '{count} oddities': '{count} irregularidades',
  grade: 'el grado',
  active: 'activo',
  inactive: 'inactivo',
  prospect: 'interesado',
}
