/** A group is `# english|中文`, a keyword `english|中文`. */
export const material = `
# Opacity|不透明度
opaque|不透明
semi-opaque|半不透明
translucent|半透明
transparent|透明
crystal clear|晶莹剔透
see-through|通透可见
sheer|轻透
frosted|磨砂透光
milky|乳白半透
hazy|朦胧
cloudy|云雾浑浊
smoky|烟色半透
tinted|带色透明
gradient opacity|渐变透明
ghostly transparent|幽灵般透明
wispy|丝缕若隐
invisible|隐形
backlit translucency|透光感
X-ray transparency|透视骨架感
layered transparency|多层透明
alpha blended|透明混合
diaphanous|薄如蝉翼

# Light|受光
illuminated|被照亮
backlit|逆光照亮
rim-lit|边缘受光
side-lit|侧面受光
underlit|底部受光
softly lit|柔和受光
harshly lit|强光直射
sunlit|阳光照耀
moonlit|月光照耀
candlelit|烛光照耀
firelit|火光映照
neon-lit|霓虹映照
spotlit|聚光照射
dimly lit|昏暗
brightly lit|明亮
shaded|处于阴影
dappled|光影斑驳
light-absorbing|吸光
light-scattering|散光
light-emitting|发光体
light-transmitting|导光
refractive|折光
dispersive|色散
prismatic|棱镜分光

# Glow|发光
glowing|发光
soft glow|柔和微光
inner glow|内发光
outer glow|外发光
luminous|光亮
luminescent|冷发光
bioluminescent|生物发光
phosphorescent|磷光
fluorescent|荧光
incandescent|炽热发光
radioluminescent|辐射发光
chemiluminescent|化学发光
neon glow|霓虹辉光
ember glow|余烬之光
red-hot|烧红
white-hot|白炽
pulsing glow|脉动光
flickering|闪烁
shimmering|微光闪动
sparkling|闪闪发亮
twinkling|星点闪烁
radiant|光芒四射
aura|光晕
glowing edges|发光边缘
glowing cracks|发光裂纹
glowing runes|发光符文
firefly glow|萤火
afterglow|余晖

# Reflection|反光
reflective|反光
highly reflective|强反光
mirror-like|镜面般
mirror finish|镜面抛光
glossy|光亮
semi-gloss|半光
satin|缎光
matte|哑光
eggshell finish|蛋壳光
lacquered|漆亮
polished|抛光
brushed|拉丝
varnished|清漆
wet look|湿润光泽
pearlescent|珠光
iridescent|虹彩
opalescent|乳光
holographic|镭射
metallic sheen|金属光泽
silky sheen|丝绸光泽
waxy sheen|蜡质光泽
oily sheen|油光
glittery|亮片闪光
lustrous|有光泽
dull|暗淡无光
retroreflective|回归反光
chrome finish|镀铬面
adularescent|月光石光晕

# Colour|固有色
white|白色
ivory|象牙白
cream|奶油色
black|黑色
charcoal gray|炭灰
silver|银色
gold|金色
rose gold|玫瑰金
copper|铜色
red|红色
crimson|绯红
scarlet|猩红
coral|珊瑚色
orange|橙色
amber|琥珀色
yellow|黄色
lemon yellow|柠檬黄
olive green|橄榄绿
lime green|青柠绿
emerald green|祖母绿色
mint green|薄荷绿
turquoise|绿松石色
cyan|青色
sky blue|天蓝
cobalt blue|钴蓝
navy blue|藏青
indigo|靛蓝
violet|紫罗兰
lavender|薰衣草紫
magenta|品红
pink|粉色
beige|米色
brown|棕色
chocolate brown|巧克力色
color-shifting|变色
two-tone|双色
multicolored|多彩
colorless|无色

# Maps|贴图
texture map|纹理贴图
albedo map|反照率贴图
diffuse map|漫反射贴图
normal map|法线贴图
bump map|凹凸贴图
displacement map|置换贴图
height map|高度贴图
roughness map|粗糙度贴图
metalness map|金属度贴图
specular map|高光贴图
gloss map|光泽贴图
ambient occlusion map|环境光遮蔽贴图
emission map|自发光贴图
opacity map|透明贴图
curvature map|曲率贴图
thickness map|厚度贴图
subsurface map|次表面贴图
cavity map|凹陷贴图
environment map|环境贴图
cube map|立方体贴图
light map|光照贴图
UV map|UV 贴图
seamless texture|无缝纹理
procedural texture|程序化纹理
tri-planar texture|三平面纹理
flow map|流向贴图
noise texture|噪声纹理
decal|贴花

# Soft body|软体
soft|柔软
squishy|软弹
jelly-like|果冻状
gelatinous|胶质
bouncy|弹跳
elastic|有弹性
stretchy|可拉伸
spongy|海绵状
pillowy|枕头般蓬软
plush|毛绒
puffy|蓬松鼓起
inflated|充气
balloon-like|气球般
marshmallow-like|棉花糖般
doughy|面团状
mushy|糊状
rubbery|橡胶感
wobbly|晃动
droopy|下垂
saggy|松垂
wrinkled|起皱
squashed|压扁
fleshy|肉质
floppy|软塌
memory foam|记忆棉
soft silicone|软硅胶

# Properties|质感属性
rough|粗糙
smooth|光滑
bumpy|凹凸不平
grainy|颗粒感
gritty|沙砾感
fibrous|纤维状
porous|多孔
cracked|开裂
chipped|缺损
scratched|划痕
dented|凹痕
worn|磨损
weathered|风化
aged|做旧
rusty|生锈
tarnished|失去光泽
dusty|积灰
dirty|脏污
muddy|沾泥
stained|污渍
charred|烧焦
burnt|灼烧
wet|潮湿
dripping|滴水
frozen|冰冻
dry|干燥
brittle|易碎
fragile|脆弱
hard|坚硬
flexible|柔韧
heavy|厚重
lightweight|轻盈
corrugated|波纹状
woven|编织
ribbed|罗纹
quilted|绗缝
embossed|压纹
engraved|刻纹
perforated|打孔
riveted|铆接
hammered|锤纹
patinated|包浆

# Wood and paper|木与纸
oak|橡木
walnut wood|胡桃木
maple wood|枫木
cherry wood|樱桃木
birch|桦木
pine|松木
cedar|雪松木
teak|柚木
mahogany|桃花心木
ebony|乌木
rosewood|红木
sandalwood|檀香木
huanghuali|黄花梨
zitan|紫檀
camphor wood|樟木
bamboo|竹
rattan|藤
cork|软木
driftwood|漂流木
plywood|胶合板
bark|树皮
wood grain|木纹
burl wood|树瘤木
charred wood|炭化木
rotten wood|朽木
reclaimed wood|旧木料
parquet|拼花地板
sawdust|木屑
rice paper|宣纸
washi paper|和纸
kraft paper|牛皮纸
parchment|羊皮纸
papyrus|莎草纸
newsprint|新闻纸
cardboard|纸板
corrugated cardboard|瓦楞纸
tissue paper|薄棉纸
tracing paper|硫酸纸
watercolor paper|水彩纸
old book pages|旧书页

# Soil|土
soil|土壤
black soil|黑土
red soil|红土
loess|黄土
clay|黏土
wet clay|湿黏土
mud|泥
cracked mud|龟裂泥地
dried mud|干泥
sand|沙
fine white sand|细白沙
black sand|黑沙
desert dunes|沙丘
wind-rippled sand|风纹沙
quicksand|流沙
silt|淤泥
peat|泥炭
gravel|砾石
pebbles|卵石
dust|尘土
rammed earth|夯土
adobe|土坯
compost|堆肥
plowed earth|犁过的土
mossy ground|苔藓地
permafrost|永冻土
salt flats|盐滩
volcanic ash|火山灰
moon dust|月尘
Mars regolith|火星土壤

# Stone and minerals|石与矿物
granite|花岗岩
marble|大理石
Carrara marble|卡拉拉大理石
limestone|石灰岩
sandstone|砂岩
slate|板岩
basalt|玄武岩
obsidian|黑曜石
pumice|浮石
travertine|洞石
lava rock|熔岩石
Taihu stone|太湖石
concrete|混凝土
brick|砖
cobblestone|鹅卵石路面
terrazzo|水磨石
jade|玉
white nephrite|和田白玉
jadeite|翡翠
agate|玛瑙
malachite|孔雀石
lapis lazuli|青金石
turquoise stone|绿松石
amethyst|紫水晶
citrine|黄水晶
tourmaline|碧玺
opal|欧泊
moonstone|月光石
labradorite|拉长石
tiger's eye|虎眼石
ruby|红宝石
sapphire|蓝宝石
emerald|祖母绿
topaz|托帕石
garnet|石榴石
onyx|缟玛瑙
pyrite|黄铁矿
cinnabar|朱砂
fluorite|萤石
bismuth crystal|铋晶体
rock salt|岩盐
coal|煤
geode|晶洞
meteorite|陨石
fossil|化石

# Metal|金属
gold metal|黄金
white gold|白金
silver metal|白银
platinum|铂
copper metal|红铜
brass|黄铜
bronze|青铜
iron|铁
wrought iron|锻铁
cast iron|铸铁
steel|钢
stainless steel|不锈钢
Damascus steel|大马士革钢
blued steel|烤蓝钢
aluminum|铝
anodized aluminum|阳极氧化铝
titanium|钛
chrome|铬
nickel|镍
tin|锡
pewter|白镴
lead|铅
zinc|锌
tungsten|钨
mercury|水银
gallium|镓
liquid metal|液态金属
molten metal|熔融金属
gold leaf|金箔
silver filigree|银花丝
brushed metal|拉丝金属
polished metal|抛光金属
hammered metal|锤打金属
rusted metal|锈蚀金属
verdigris|铜绿
corrugated iron|波纹铁皮
diamond plate|花纹钢板
chainmail|锁子甲
wire mesh|金属丝网
metal shavings|金属屑
foil|锡箔

# Glass and crystal|玻璃与水晶
glass|玻璃
clear glass|透明玻璃
frosted glass|磨砂玻璃
tempered glass|钢化玻璃
stained glass|彩色玻璃
bubble glass|气泡玻璃
wavy glass|波纹玻璃
reeded glass|长虹玻璃
dichroic glass|二向色玻璃
smoked glass|烟熏玻璃
milk glass|奶白玻璃
mirror glass|镜面玻璃
one-way mirror|单向镜
cracked glass|裂纹玻璃
broken glass|碎玻璃
molten glass|熔融玻璃
glass beads|玻璃珠
glass bricks|玻璃砖
fiberglass|玻璃纤维
crystal|水晶
quartz crystal|石英水晶
rose quartz|粉晶
smoky quartz|茶晶
lead crystal|铅水晶
diamond|钻石
crystal prism|水晶棱镜
crystal ball|水晶球
Swarovski-style crystals|切面水钻
cubic zirconia|锆石
crystal chandelier drops|水晶吊坠
optical lens glass|光学玻璃
lampworked glass|灯工玻璃

# Cloth|布料
cotton|棉布
linen|亚麻
silk|丝绸
satin|缎
brocade|织锦
Song brocade|宋锦
damask|大马士革花缎
velvet|天鹅绒
corduroy|灯芯绒
denim|牛仔布
canvas|帆布
wool|羊毛
cashmere|羊绒
tweed|粗花呢
flannel|法兰绒
felt|毛毡
fleece|摇粒绒
knitted fabric|针织布
cable knit|绞花针织
lace|蕾丝
tulle|薄纱
chiffon|雪纺
organza|欧根纱
gauze|纱布
crepe|绉布
taffeta|塔夫绸
jacquard|提花布
tartan|格纹呢
gingham|方格布
seersucker|泡泡纱
burlap|麻袋布
hemp cloth|麻布
indigo-dyed cloth|蓝染布
xiangyun silk|香云纱
spandex|弹力布
nylon|尼龙
polyester|涤纶
Gore-Tex fabric|防水透气布
sequined fabric|亮片布
leather|皮革
suede|麂皮
patent leather|漆皮

# Plastic|塑料
plastic|塑料
glossy plastic|亮面塑料
matte plastic|哑光塑料
translucent plastic|半透明塑料
acrylic|亚克力
polycarbonate|聚碳酸酯
PVC|PVC 塑料
vinyl|乙烯基
ABS plastic|ABS 塑料
polystyrene|聚苯乙烯
styrofoam|泡沫塑料
polyethylene|聚乙烯
polypropylene|聚丙烯
celluloid|赛璐珞
Bakelite|电木
melamine|密胺
3D printed plastic|3D 打印塑料
injection-molded plastic|注塑塑料
toy plastic|玩具塑料
plastic bricks|塑料积木
shrink wrap|热缩膜
plastic wrap|保鲜膜
bubble wrap|气泡膜
plastic bag|塑料袋
cellophane|玻璃纸
recycled plastic|再生塑料
melted plastic|熔化塑料
Mylar film|聚酯薄膜

# Rubber|橡胶
rubber|橡胶
natural rubber|天然橡胶
latex|乳胶
silicone rubber|硅橡胶
neoprene|氯丁橡胶
vulcanized rubber|硫化橡胶
foam rubber|泡沫橡胶
tire tread|轮胎纹
inner tube|内胎
rubber band|橡皮筋
rubber duck|橡皮鸭
rubber sole|橡胶鞋底
rubber grip|橡胶握把
rubber hose|橡胶软管
rubber gloves|橡胶手套
eraser|橡皮擦
crepe rubber|生胶片
EVA foam|EVA 泡棉
cracked old rubber|老化开裂橡胶
matte black rubber|哑光黑橡胶

# Wax|蜡
wax|蜡
beeswax|蜂蜡
paraffin|石蜡
candle wax|烛蜡
soy wax|大豆蜡
carnauba wax|巴西棕榈蜡
melted wax|融蜡
dripping wax|滴蜡
wax seal|火漆印
sealing wax|火漆
crayon wax|蜡笔蜡
wax figure|蜡像
wax coating|蜡封
waxed paper|蜡纸
waxed canvas|油蜡帆布
waxed thread|蜡线
honeycomb wax|蜂巢蜡
translucent wax|半透明蜡
floor wax shine|地板蜡光
lost-wax casting|失蜡铸造

# Ice|冰
ice|冰
clear ice|透明冰
blue ice|蓝冰
black ice|黑冰
cracked ice|裂冰
crushed ice|碎冰
ice cubes|冰块
icicles|冰柱
frost|霜
hoarfrost|白霜
frost flowers|霜花
rime|雾凇
snow|雪
powder snow|粉雪
wet snow|湿雪
snowflakes|雪花
snowdrift|雪堆
slush|融雪泥
glacier ice|冰川冰
iceberg|冰山
frozen lake|冰封湖面
frozen bubbles|冻结气泡
ice crystals|冰晶
hail|冰雹
dry ice|干冰
thin ice|薄冰
melting ice|融冰
shaved ice|刨冰

# Hair and fur|毛发
fur|毛皮
short fur|短毛
long fur|长毛
fluffy fur|蓬松绒毛
shaggy fur|蓬乱长毛
curly fur|卷毛
matted fur|打结毛
wet fur|湿毛
sleek fur|油亮毛
faux fur|人造毛皮
rabbit fur|兔毛
fox fur|狐毛
bear fur|熊毛
tiger stripes|虎纹
leopard spots|豹纹
zebra stripes|斑马纹
sheepskin|羊皮
alpaca wool|羊驼毛
horsehair|马毛
bristles|鬃毛
whiskers|胡须
mane|鬃
feathers|羽毛
down feathers|绒羽
peacock feathers|孔雀羽
scales|鳞片
human hair strands|发丝
fuzzy|毛茸茸
hairy|多毛
furry|毛皮覆盖
peach fuzz|桃绒

# Liquid|液体
water|水
clear water|清水
rippling water|涟漪
splashing water|水花
water droplets|水滴
dew drops|露珠
rain streaks|雨痕
ocean waves|海浪
sea foam|海沫
waterfall|瀑布
flowing stream|溪流
still water|静水
murky water|浑水
boiling water|沸水
underwater bubbles|水下气泡
oil|油
oil slick|油膜
gasoline rainbow|汽油虹彩
milk|牛奶
coffee|咖啡
tea|茶汤
wine|葡萄酒
juice|果汁
soda fizz|汽水气泡
ink in water|水中墨
liquid gold|液态黄金
quicksilver|流银
paint swirl|颜料漩涡
alcohol ink|酒精墨
blood|血液
liquid crystal|液晶
ferrofluid|磁流体

# Viscous|黏稠物
honey|蜂蜜
syrup|糖浆
molasses|糖蜜
melted caramel|焦糖浆
melted chocolate|熔化巧克力
condensed milk|炼乳
slime|史莱姆
mucus|黏液
goo|黏稠物
ooze|渗流黏液
tar|焦油
crude oil|原油
lava|熔岩
magma|岩浆
mud slurry|泥浆
quick-setting resin|速凝树脂
tree sap|树汁
thick paint|浓稠颜料
gel|凝胶
hair gel|发胶
petroleum jelly|凡士林
toothpaste|牙膏
whipped cream|打发奶油
yogurt|酸奶
ketchup|番茄酱
mayonnaise|蛋黄酱
egg white|蛋清
melted cheese|融化奶酪
lotion|乳液

# Adhesive|胶黏物
glue|胶水
hot glue|热熔胶
super glue|强力胶
white glue|白乳胶
rice paste|浆糊
epoxy|环氧胶
rubber cement|橡胶胶水
resin glue|树脂胶
duct tape|布基胶带
masking tape|美纹纸胶带
washi tape|和纸胶带
clear tape|透明胶带
electrical tape|电工胶带
stickers|贴纸
sticky notes|便利贴
spider silk|蛛丝
cobwebs|蛛网
chewing gum|口香糖
pine pitch|松脂
adhesive bandage|创可贴
hook-and-loop strip|魔术贴
mortar joints|灰浆缝
solder joints|焊点
glitter glue|闪粉胶

# Polymer|聚合物
polymer|聚合物
polymer clay|软陶
epoxy resin|环氧树脂
UV resin|UV 树脂
cast resin|浇铸树脂
resin with embedded flowers|滴胶封花
polyurethane|聚氨酯
silicone|硅胶
Kevlar weave|凯夫拉编织
carbon fiber|碳纤维
graphene|石墨烯
aerogel|气凝胶
hydrogel|水凝胶
thermoplastic|热塑料
Teflon coating|特氟龙涂层
nylon mesh|尼龙网
composite laminate|复合层压板
memory polymer|形状记忆聚合物
conductive polymer|导电聚合物
bioplastic|生物塑料
amber resin|琥珀树脂
shellac|虫胶
lacquer|大漆
gutta-percha|古塔胶

# Gas and powder|气体与粉末
smoke|烟
thick smoke|浓烟
colored smoke|彩色烟雾
incense smoke|香烟袅袅
steam|蒸汽
fog|雾
mist|薄雾
haze|霾
clouds|云
storm clouds|乌云
cumulus clouds|积云
vapor|水汽
exhaust fumes|尾气
breath in cold air|呵气成雾
sandstorm|沙尘暴
dust cloud|尘云
floating dust motes|浮尘
ash|灰烬
soot|煤烟
flour|面粉
powdered sugar|糖粉
cocoa powder|可可粉
colored powder burst|彩粉爆开
Holi powder|洒红节彩粉
gunpowder|火药
talcum powder|滑石粉
pigment powder|颜料粉
glitter|闪粉
pollen|花粉
metal powder|金属粉
nebula gas|星云气体
bubbles|气泡

# Plasma and energy|等离子与能量
plasma|等离子体
plasma ball|等离子球
plasma arc|等离子弧
lightning|闪电
ball lightning|球状闪电
electric arc|电弧
electric sparks|电火花
static electricity|静电
Tesla coil discharge|特斯拉线圈放电
Saint Elmo's fire|圣艾尔摩之火
fire|火
blue flame|蓝焰
embers|火星
sparks|火花
explosion|爆炸
fireball|火球
fireworks|烟花
laser beam|激光束
energy beam|能量光束
energy shield|能量护盾
force field|力场
energy orb|能量球
magic particles|魔法粒子
aura energy|气场能量
qi flow|真气流动
solar flare|太阳耀斑
solar corona|日冕
aurora|极光
Cherenkov radiation|切伦科夫辐射
shock wave|冲击波
sound waves|声波
magnetic field lines|磁感线
antimatter|反物质
dark energy|暗能量

# Food|食物
bread|面包
cake|蛋糕
cream|奶油
chocolate|巧克力
caramel|焦糖
candy|糖果
candy cane|拐杖糖
gummy candy|软糖
lollipop|棒棒糖
cotton candy|棉花糖丝
rock candy|冰糖
jelly|果冻
ice cream|冰淇淋
biscuit|饼干
gingerbread|姜饼
waffle|华夫饼
donut glaze|甜甜圈糖霜
fondant|翻糖
marzipan|杏仁膏
cheese|奶酪
butter|黄油
rice|米饭
noodles|面条
dumplings|饺子
tofu|豆腐
mooncake|月饼
tanghulu|糖葫芦
sugar painting|糖画
sushi|寿司
pasta|意面
pizza|披萨
raw meat|生肉
fried egg|煎蛋
salad leaves|沙拉菜叶
strawberries|草莓
citrus slices|柑橘片
watermelon|西瓜
pomegranate seeds|石榴籽
coffee beans|咖啡豆
spices|香料

# Plant|植物
leaves|树叶
grass|草
moss|苔藓
ferns|蕨类
ivy|常春藤
vines|藤蔓
flowers|花朵
petals|花瓣
peony|牡丹
lotus|荷花
plum blossom|梅花
cherry blossom|樱花
orchid|兰花
chrysanthemum|菊花
rose|玫瑰
sunflower|向日葵
lavender flowers|薰衣草
lily|百合
wisteria|紫藤
dandelion seeds|蒲公英种子
bamboo stalks|竹竿
pine needles|松针
ginkgo leaves|银杏叶
maple leaves|枫叶
banana leaves|芭蕉叶
lotus leaves|荷叶
cactus|仙人掌
succulents|多肉植物
seaweed|海藻
wheat ears|麦穗
reeds|芦苇
roots|树根
thorns|荆棘
tree rings|年轮
dried flowers|干花
pressed leaves|压叶
pine cones|松果
acorns|橡果
bonsai|盆景

# Fungus|菌类
mushroom|蘑菇
toadstool|毒蕈
fly agaric|毒蝇伞
oyster mushroom|平菇
shiitake|香菇
enoki mushroom|金针菇
morel|羊肚菌
lingzhi|灵芝
truffle|松露
puffball|马勃
bracket fungus|层孔菌
coral fungus|珊瑚菌
bird's nest fungus|鸟巢菌
bamboo fungus|竹荪
wood ear|木耳
snow fungus|银耳
cordyceps|虫草
ink cap|鬼伞
glowing mushrooms|发光蘑菇
mycelium|菌丝
spores|孢子
mold|霉菌
slime mold|黏菌
lichen|地衣
yeast bloom|酵母菌落
gills|菌褶
fairy ring|仙女环
giant mushroom|巨型蘑菇

# Objects|物件
gears|齿轮
clockwork|发条机芯
springs|弹簧
screws and bolts|螺丝螺栓
chains|锁链
pipes|管道
wires and cables|电线电缆
circuit board|电路板
microchips|芯片
vacuum tubes|电子管
light bulbs|灯泡
mirrors|镜子
beads|珠子
pearls|珍珠
buttons|纽扣
coins|硬币
keys|钥匙
marbles|弹珠
toy blocks|积木
playing cards|纸牌
books|书本
scrolls|卷轴
feather quills|羽毛笔
candles|蜡烛
lanterns|灯笼
umbrellas|雨伞
kites|风筝
balloons|气球
ribbons|丝带
ropes|绳索
yarn balls|毛线球
baskets|篮筐
shells|贝壳
bones|骨头
skulls|头骨
masks|面具
bottles|瓶子
teacups|茶杯
musical instruments|乐器
vinyl records|黑胶唱片
cassette tapes|磁带
telescopes|望远镜

# Symbols|符号
yin-yang|太极
bagua|八卦
double happiness|双喜
fu character|福字
dragon motif|龙纹
phoenix motif|凤纹
ruyi|如意
endless knot|盘长结
zodiac signs|星座符号
Chinese zodiac|十二生肖
infinity sign|无穷符号
peace sign|和平标志
heart symbol|心形符号
star symbol|星形符号
moon and stars|星月
sun symbol|太阳符号
all-seeing eye|全视之眼
ankh|安卡符号
triskelion|三曲腿图
Celtic cross|凯尔特十字
fleur-de-lis|鸢尾花纹
hamsa|法蒂玛之手
om symbol|唵字符
lotus symbol|莲花纹
runes|符文
hieroglyphs|象形文字
oracle bone script|甲骨文
alchemical symbols|炼金术符号
magic circle|魔法阵
musical notes|音符
mathematical symbols|数学符号
arrow signs|箭头标志
crown|王冠
wings|翅膀
anchor|锚
compass rose|罗盘玫瑰
hourglass|沙漏
coat of arms|纹章
tribal pattern|部落图腾
emoji|表情符号

# Concepts|概念
time|时间
memory|记忆
dream|梦
silence|寂静
chaos|混沌
order|秩序
infinity|无限
emptiness|空
balance|平衡
duality|二元
freedom|自由
solitude|孤寂
love|爱
hope|希望
fear|恐惧
courage|勇气
wisdom|智慧
innocence|天真
nostalgia|怀旧
longing|思念
decay|腐朽
rebirth|重生
growth|生长
metamorphosis|蜕变
evolution|演化
entropy|熵
gravity|重力
speed|速度
stillness|静止
harmony|和谐
conflict|冲突
power|力量
fate|命运
eternity|永恒
impermanence|无常
wabi-sabi|侘寂
zen|禅意
sublime|崇高
utopia|乌托邦
dystopia|反乌托邦
apocalypse|末日
artificial intelligence|人工智能
cyberspace|赛博空间
consciousness|意识

# Other|其他
skin|皮肤
reptile skin|爬行动物皮
snakeskin|蛇皮
crocodile leather|鳄鱼皮
elephant hide|象皮
dragon scales|龙鳞
fish scales|鱼鳞
insect chitin|昆虫甲壳
butterfly wings|蝶翼
dragonfly wings|蜻蜓翅
eggshell|蛋壳
seashell nacre|贝母
coral reef|珊瑚
sponge|海绵
bone|骨
horn|角
antler|鹿角
tortoiseshell|玳瑁
mother-of-pearl|珍珠母
leather patchwork|皮革拼接
asphalt|柏油
plaster|石膏
stucco|灰泥
ceramic tile|瓷砖
porcelain|瓷
enamel|珐琅
solar panels|太阳能板
nanomaterial|纳米材料
metamaterial|超材料
smart glass|智能变色玻璃
holographic foil|镭射膜
stardust|星尘
galaxy texture|星河质感
unobtainium|虚构奇金属
shadow matter|影质
glitch matter|故障物质
soap film|皂膜
paper money|纸币
confetti|彩纸屑
trash|废弃物
`;
