"""Words of every day, of which the map shows those that a table has."""

WORDS = """
red orange yellow green blue purple pink brown black white
monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
spring summer autumn winter morning evening night today tomorrow yesterday week month year
one two three four five six seven eight nine ten hundred thousand million
paris london berlin rome madrid vienna moscow tokyo beijing cairo
france england germany italy spain austria russia japan china egypt
french english german italian spanish russian japanese chinese
mother father sister brother daughter son aunt uncle wife husband child baby family
man woman boy girl friend
king queen prince princess duke emperor crown throne palace
cat dog horse cow pig sheep bird fish lion tiger bear wolf mouse snake
bread butter cheese milk egg meat rice sugar salt apple banana lemon soup cake
coffee tea wine beer water
go went walk walked run ran eat ate drink sleep read write speak say think know see hear
give take buy sell win lose open close
good bad big small hot cold old new happy sad fast slow
doctor nurse teacher student lawyer farmer soldier driver
hand foot head eye ear heart
car train ship bicycle road bridge house door window table chair bed
sun moon star rain snow wind river mountain forest sea
piano guitar song dance film book letter picture
football tennis school hospital church city village money
"""
EVERYDAY = WORDS.split()
