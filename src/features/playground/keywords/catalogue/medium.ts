/** A group is `# english|中文`, a keyword `english|中文`. */
export const medium = `
# Painting|绘画
oil painting|油画
watercolor|水彩
gouache|水粉
acrylic painting|丙烯画
tempera|蛋彩画
encaustic painting|蜡彩画
fresco|湿壁画
impasto|厚涂
alla prima|直接画法
glazing technique|罩染法
grisaille|灰调单色画
plein air painting|外光写生
casein painting|酪素画
ink wash painting|水墨画
gongbi painting|工笔画
splashed ink|泼墨
blue-green landscape|青绿山水
miniature painting|细密画
thangka|唐卡
mural|壁画
matte painting|绘景
digital painting|数字绘画
speed painting|速涂
fingerpainting|手指画
palette knife painting|刮刀画
sumi-e|日式水墨
nihonga|日本画
lacquer painting|漆画
airbrush painting|喷笔画
spray paint|喷漆

# Pencil|铅笔
pencil sketch|铅笔素描
graphite drawing|石墨素描
colored pencil|彩色铅笔
watercolor pencil|水溶性彩铅
mechanical pencil drawing|自动铅笔画
cross-hatching|交叉排线
hatching|排线
contour drawing|轮廓线描
blind contour drawing|盲画
gesture drawing|动态速写
figure study|人体习作
architectural sketch|建筑草图
storyboard sketch|分镜草图
thumbnail sketch|小稿
underdrawing|底稿
silverpoint|银尖笔
carbon pencil|炭精铅笔
technical drawing|工程制图
smudged graphite|揉擦石墨
soft shading|柔和明暗
toned paper drawing|有色纸素描
sketchbook page|速写本页面

# Ink|墨水
ink drawing|墨水画
pen and ink|钢笔画
ballpoint pen drawing|圆珠笔画
fountain pen sketch|钢笔速写
brush and ink|毛笔墨线
India ink|印度墨
sepia ink|乌贼墨
iron gall ink|铁胆墨水
stippling|点绘
line art|线稿
clean line art|干净线稿
bold outlines|粗轮廓线
ink splatter|墨点飞溅
ink wash|淡墨渲染
bleeding ink|洇墨
dry brush|干笔
baimiao line drawing|白描
manga inking|漫画墨线
screentone|网点纸
felt-tip pen|签字笔
marker drawing|马克笔画
alcohol marker|酒精马克笔
whiteboard marker|白板笔
doodle|涂鸦小画

# Chalk|粉笔
chalk drawing|粉笔画
chalkboard art|黑板画
sidewalk chalk|人行道粉笔画
soft pastel|色粉画
oil pastel|油画棒
pastel pencil|色粉铅笔
charcoal drawing|木炭画
compressed charcoal|炭精条
vine charcoal|柳炭条
Conté crayon|孔泰粉笔
sanguine drawing|红粉笔画
three-crayon technique|三色粉笔画法
wax crayon|蜡笔
crayon scribbles|蜡笔涂画
blended pastels|晕染色粉
chalk dust|粉笔灰
white chalk on black paper|黑纸白粉笔
smudged charcoal|擦抹木炭
tailor's chalk marks|划粉痕
children's crayon drawing|儿童蜡笔画

# Paint|颜料
oil paint|油画颜料
acrylic paint|丙烯颜料
poster paint|广告颜料
enamel paint|珐琅漆
latex paint|乳胶漆
metallic paint|金属漆
fluorescent paint|荧光颜料
glow-in-the-dark paint|夜光颜料
chalk paint|粉感漆
milk paint|牛奶漆
spray can paint|罐装喷漆
paint drips|颜料滴流
paint splatter|颜料飞溅
poured paint|流体颜料
marbled paint|大理石纹颜料
thick brushstrokes|厚重笔触
visible brushwork|可见笔触
loose brushstrokes|松动笔触
cracked paint|龟裂颜料
peeling paint|剥落的油漆
color wash|薄涂色层
sponge painting|海绵拍画
splash of paint|泼洒颜料
wet-on-wet|湿画法
drybrush texture|干刷肌理

# Text|文字
typography|字体排印
calligraphy|书法
hand lettering|手绘字
blackletter|哥特体
serif type|衬线体
sans-serif type|无衬线体
slab serif type|粗衬线体
script lettering|花体字
monospaced type|等宽字体
pixel font|像素字体
stencil lettering|镂空字
graffiti lettering|涂鸦字
bubble letters|泡泡字
neon lettering|霓虹字
chrome lettering|铬金字
three-dimensional lettering|立体字
clerical script|隶书
seal script|篆书
running script|行书
cursive script|草书
regular script|楷书
Song typeface|宋体
carved inscription|摩崖石刻
Arabic calligraphy|阿拉伯书法
Hangul lettering|韩文字体
ASCII art|ASCII 字符画
concrete poetry|图形诗
word cloud|文字云
illuminated initial|花饰首字母
speech bubble|对话气泡

# Print|版画与印刷
woodblock print|木版画
ukiyo-e|浮世绘
linocut|麻胶版画
woodcut|木刻
wood engraving|木口木刻
etching print|蚀刻版画
drypoint|干刻
aquatint|飞尘法
mezzotint|美柔汀
lithograph|石版画
screen print|丝网印刷
risograph|孔版印刷
letterpress|活版印刷
monotype|独幅版画
New Year woodblock print|木版年画
cyanotype|蓝晒
halftone print|半色调印刷
offset print|胶印
misregistered print|套印错位
blueprint|蓝图
vintage poster|复古海报
travel poster|旅行海报
postage stamp|邮票
banknote engraving|钞票雕版
newspaper print|报纸印刷
zine|独立小志
book plate|藏书票
rubber stamp|橡皮章
gold foil stamping|烫金
photocopy texture|复印质感

# Origami|折纸
origami|折纸
wet-folded origami|湿折折纸
modular origami|组合折纸
kirigami|剪折纸
paper cutting|剪纸
papercraft|纸艺
layered paper art|层叠纸艺
paper sculpture|纸雕
quilling|衍纸
pop-up book|立体书
folded paper crane|纸鹤
paper lantern|纸灯笼
crease pattern|折痕图
tessellated origami|镶嵌折纸
paper diorama|纸艺场景
paper silhouette|纸剪影
crumpled paper|揉皱的纸
papier-mâché|纸浆塑形
paper flowers|纸花
accordion fold|风琴折
cardboard model|纸板模型

# Mosaic|马赛克
mosaic|马赛克
Byzantine mosaic|拜占庭镶嵌画
Roman mosaic|罗马马赛克
glass mosaic|玻璃马赛克
stone mosaic|石子马赛克
pebble mosaic|鹅卵石拼花
broken tile mosaic|碎瓷拼贴
zellige tiles|摩洛哥彩砖
azulejo|葡式蓝瓷砖
pixel mosaic|像素马赛克
photo mosaic|照片马赛克
smalti tesserae|斯马提玻璃片
gold tesserae|金箔镶嵌
micromosaic|微型马赛克
mother-of-pearl inlay|螺钿
pietra dura|硬石镶嵌
marquetry|木镶嵌
stained glass|彩绘玻璃
tessellation|镶嵌图案
terrazzo|水磨石
cut-tile pattern|切瓷图案
seed mosaic|种子拼画

# Frame|画框与版式
ornate gold frame|华丽金框
baroque frame|巴洛克画框
wooden frame|木质画框
oval portrait frame|椭圆肖像框
Polaroid frame|宝丽来白边
film strip border|胶片边框
torn paper edge|撕纸边
deckle edge|毛边
white border|白边
art nouveau border|新艺术边框
floral border|花卉边框
Celtic knot border|凯尔特结边框
comic panels|漫画分格
triptych|三联画
diptych|双联画
hanging scroll|立轴
handscroll|手卷
folding screen|屏风
album leaf|册页
fan painting|扇面
tarot card|塔罗牌
trading card|收藏卡
playing card|扑克牌
stamp perforation|邮票齿孔
vignette frame|暗角画框
shadow box|立体画框
cameo|浮雕宝石框
window frame|窗框
arched niche|拱形壁龛

# Carving, etching, modelling|雕刻、蚀刻与塑形
wood carving|木雕
stone carving|石雕
marble sculpture|大理石雕塑
bronze sculpture|青铜雕塑
jade carving|玉雕
ivory-style carving|仿牙雕
ice sculpture|冰雕
sand sculpture|沙雕
bas-relief|浅浮雕
high relief|高浮雕
intaglio|凹雕
openwork carving|镂雕
brick carving|砖雕
bone carving|骨雕
scrimshaw|鲸骨刻画
lacquer carving|雕漆
nut carving|核雕
seal carving|篆刻
chip carving|浅刻
glass etching|玻璃蚀刻
acid etching|酸蚀
laser engraving|激光雕刻
sgraffito|刮划装饰
clay modelling|泥塑
plasticine|橡皮泥
claymation|黏土动画
dough figurine|面人
wax sculpture|蜡像
wire sculpture|铁丝雕塑
kinetic sculpture|动态雕塑
assemblage|集合艺术
found-object sculpture|现成物雕塑
bust|胸像

# Pottery and glass|陶瓷与玻璃
porcelain|瓷器
blue and white porcelain|青花瓷
celadon|青瓷
bone china|骨瓷
stoneware|炻器
earthenware|陶器
terracotta|赤陶
raku|乐烧
kintsugi|金缮
majolica|锡釉彩陶
Delftware|代尔夫特蓝陶
Tang sancai|唐三彩
Jun ware|钧窑
Ru ware|汝窑
famille rose|粉彩
doucai|斗彩
Jian tenmoku|建盏
Yixing clay|紫砂
slipware|泥釉陶
crackle glaze|开片釉
crystalline glaze|结晶釉
ash glaze|灰釉
wheel-thrown pottery|拉坯陶艺
cloisonné|景泰蓝
blown glass|吹制玻璃
Murano glass|穆拉诺玻璃
millefiori|千花玻璃
lampwork|灯工玻璃
cut glass|刻花玻璃
sea glass|海玻璃
liuli|琉璃

# Light|光影媒介
light painting|光绘
neon art|霓虹艺术
projection mapping|投影映射
shadow play|皮影
hologram|全息影像
laser show|激光秀
LED installation|LED 装置
lantern festival lights|灯会
light sculpture|光雕塑
luminogram|光绘相纸
photogram|物影照片
camera obscura image|暗箱成像
magic lantern slide|幻灯片
drone light show|无人机灯光秀
fire dancing trails|火舞光迹
sparkler writing|仙女棒写字
stage lighting|舞台灯光
edge-lit acrylic|导光亚克力
fiber optic art|光纤艺术
kaleidoscope|万花筒
light tunnel|光之隧道

# Other media|其他媒介
collage|拼贴
photomontage|蒙太奇照片
mixed media|综合材料
embroidery|刺绣
Suzhou embroidery|苏绣
cross-stitch|十字绣
tapestry|挂毯
patchwork quilt|拼布
felt art|毛毡艺术
needle felting|羊毛毡
crochet amigurumi|钩针玩偶
macramé|绳结艺术
batik|蜡染
tie-dye|扎染
pixel art|像素画
voxel art|体素艺术
vector illustration|矢量插画
isometric illustration|等距插画
3D render|三维渲染
stop motion|定格动画
anime cel|赛璐璐动画
comic book|漫画书
children's book illustration|绘本插画
botanical illustration|植物图谱
scientific illustration|科学插图
infographic|信息图
tattoo design|纹身图案
body painting|人体彩绘
henna design|海娜手绘
street art|街头艺术
sticker art|贴纸艺术
brick toy build|积木拼搭
miniature diorama|微缩景观
sand painting|沙画
rangoli|兰果丽彩粉画
latte art|咖啡拉花
topiary|绿植雕塑
`;
