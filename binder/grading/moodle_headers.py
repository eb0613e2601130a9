"""The headers of Moodle's grading worksheet, in the languages that are known here."""

from typing import NamedTuple


class Worksheet(NamedTuple):
    """Headers of a language, those of several releases side by side.

    parts: pairs of a first and a last name, as in Moodle's other lists. logins: by which a learner
    is known beside the name.
    """

    numbers: list[str]
    names: list[str]
    grades: list[str]
    maxima: list[str]
    parts: list[tuple[str, str]]
    logins: list[str]


# The strings recordid and maxgrade of Moodle's module assign, and fullname, grade, gradenoun,
# firstname, lastname, email, idnumber and username of its core, as its language packs had them from
# 2.x to 5.x. (English wrote "Maximum Grade" in most of these, and "Maximum grade" since.) Whoever
# adds a language adds those.
WORKSHEETS = {
    "English": Worksheet(
        ["Identifier"], ["Full name"], ["Grade"], ["Maximum grade"],
        [("First name", "Last name"), ("First name", "Surname")],
        ["Email address", "ID number", "Username"],
    ),
    "German": Worksheet(
        ["ID"], ["Vollständiger Name"], ["Bewertung"], ["Bestwertung"],
        [("Vorname", "Nachname"), ("Vorname", "Name")],
        ["E-Mail-Adresse", "ID-Nummer", "Anmeldename"],
    ),
    "French": Worksheet(
        ["Identifiant"], ["Nom complet"], ["Note"], ["Note maximale"],
        [("Prénom", "Nom de famille"), ("Prénom", "Nom")],
        ["Adresse de courriel", "Numéro d’identification", "Nom d’utilisateur"],
    ),
    "Spanish": Worksheet(
        ["Identificador"], ["Nombre completo"], ["Calificación"], ["Calificación máxima"],
        [("Nombre", "Apellido(s)")],
        ["Dirección de correo", "Número de ID", "Nombre de usuario"],
    ),
    "Italian": Worksheet(
        ["Identificativo"], ["Nome"], ["Valutazione"], ["Valutazione massima"],
        [("Nome", "Cognome")], ["Indirizzo email", "Codice identificativo"],
    ),
    "Portuguese": Worksheet(
        ["Identificador", "Número de identificação"], ["Nome completo"], ["Avaliação", "Nota"],
        ["Nota máxima"], [("Nome", "Apelido")],
        ["E-mail", "Número de identificação (ID)", "Nome de utilizador"],
    ),
    "Dutch": Worksheet(
        ["Identificatie"], ["Volledige naam"], ["Cijfer", "Beoordeling"], ["Maximaal cijfer"],
        [("Voornaam", "Achternaam")], ["E-mailadres", "Nummer (ID)", "Gebruikersnaam"],
    ),
    "Catalan": Worksheet(
        ["Identificador"], ["Nom complet"], ["Qualificació"], ["Qualificació màxima"],
        [("Nom", "Cognoms")], ["Adreça electrònica", "Número ID", "Nom d'usuari"],
    ),
}  # fmt: skip
