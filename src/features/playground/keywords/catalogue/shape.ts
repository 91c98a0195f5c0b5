/** A group is `# english|中文`, a keyword `english|中文`. */
export const shape = `
# Shapes|平面形状
circle|圆形
semicircle|半圆
ellipse|椭圆
ring|圆环
crescent|新月形
triangle|三角形
equilateral triangle|等边三角形
square|正方形
rectangle|长方形
rounded rectangle|圆角矩形
rhombus|菱形
trapezoid|梯形
parallelogram|平行四边形
pentagon|五边形
hexagon|六边形
heptagon|七边形
octagon|八边形
star|星形
pentagram|五角星
hexagram|六芒星
cross|十字
heart shape|心形
teardrop|水滴形
arrow|箭头
chevron|人字纹
spiral|螺旋
Archimedean spiral|阿基米德螺线
golden spiral|黄金螺线
wave|波浪形
zigzag|锯齿形
arc|弧形
parabola|抛物线
squircle|方圆形
clover shape|三叶草形
quatrefoil|四叶饰
cloud shape|云形
lattice|格栅
grid|网格
concentric circles|同心圆
Voronoi cells|泰森多边形

# Solids|立体
sphere|球体
hemisphere|半球
cube|立方体
cuboid|长方体
cylinder|圆柱
cone|圆锥
truncated cone|圆台
pyramid|棱锥
square pyramid|四棱锥
prism|棱柱
hexagonal prism|六棱柱
tetrahedron|四面体
octahedron|八面体
dodecahedron|十二面体
icosahedron|二十面体
truncated icosahedron|截角二十面体
rhombic dodecahedron|菱形十二面体
torus|圆环体
capsule|胶囊体
ellipsoid|椭球
helix|螺旋体
double helix|双螺旋
obelisk|方尖碑
dome|穹顶
geodesic dome|测地线穹顶
arch|拱形体
low-poly mesh|低多边形网格
wireframe|线框
voxels|体素
metaballs|融球
point cloud|点云
honeycomb|蜂巢结构
truss structure|桁架结构
crystal cluster|晶簇

# Hyper-shapes|超形体
tesseract|超立方体
hypercube projection|超立方体投影
hypersphere|超球面
pentachoron|五胞体
24-cell|二十四胞体
120-cell|一百二十胞体
600-cell|六百胞体
Klein bottle|克莱因瓶
Möbius strip|莫比乌斯带
Clifford torus|克利福德环面
Hopf fibration|霍普夫纤维化
Penrose triangle|彭罗斯三角
Penrose stairs|彭罗斯阶梯
impossible object|不可能物体
Necker cube|内克尔立方体
trefoil knot|三叶结
Borromean rings|博罗米恩环
Calabi-Yau manifold|卡拉比-丘流形
hyperbolic surface|双曲曲面
hyperbolic tiling|双曲镶嵌
gyroid|螺旋二十四面体曲面
minimal surface|极小曲面
Menger sponge|门格海绵
Sierpinski pyramid|谢尔宾斯基金字塔
Mandelbulb|曼德尔球
Mandelbox|曼德尔盒
Julia set|朱利亚集
quaternion fractal|四元数分形
strange attractor|奇异吸引子
Lorenz attractor|洛伦兹吸引子

# Multiverse and dimensions|多重宇宙与维度
multiverse|多重宇宙
parallel universe|平行宇宙
alternate dimension|异次元
mirror world|镜中世界
pocket universe|口袋宇宙
bubble universes|泡泡宇宙
higher dimension|高维空间
fourth dimension|第四维
fifth dimension|第五维
two-dimensional world|二维世界
flatland|平面国
interdimensional portal|次元门
wormhole|虫洞
black hole|黑洞
white hole|白洞
event horizon|事件视界
gravitational lensing|引力透镜
spacetime distortion|时空扭曲
spacetime grid|时空网格
time loop|时间循环
time dilation|时间膨胀
infinite corridor|无尽长廊
infinite regression|无限递归
recursive world|递归世界
liminal space|阈限空间
quantum realm|量子领域
quantum superposition|量子叠加
dream dimension|梦境维度
astral plane|星界
void|虚空
folded city|折叠城市
inverted world|倒置世界
nested worlds|层层嵌套的世界
hyperspace|超空间
cosmic web|宇宙网
big bang|大爆炸

# Styles|造型风格
geometric|几何
abstract|抽象
organic shapes|有机形态
biomorphic|仿生形态
cubist|立体主义
constructivist|构成主义
suprematist|至上主义
De Stijl|风格派
Bauhaus|包豪斯
art deco|装饰艺术
art nouveau|新艺术
brutalist|粗野主义
minimalist|极简
maximalist|极繁
futurist|未来主义
deconstructivist|解构主义
parametric|参数化
streamline moderne|流线型
rococo curves|洛可可曲线
baroque forms|巴洛克造型
gothic tracery|哥特花窗格
Islamic geometric pattern|伊斯兰几何纹样
Celtic knotwork|凯尔特结纹
meander pattern|回纹
auspicious cloud motif|祥云纹
paisley|佩斯利纹
mandala|曼陀罗
arabesque|阿拉伯藤蔓纹
op art|欧普艺术
pop art|波普艺术
Memphis style|孟菲斯风格
low poly|低多边形
flat design|扁平化
claymorphism|黏土拟态
neumorphism|新拟物
glassmorphism|玻璃拟态
fractal art|分形艺术
generative art|生成艺术
knolling|整齐摆放

# Properties|形态属性
symmetrical|对称
asymmetrical|不对称
radial symmetry|放射对称
bilateral symmetry|左右对称
fractal|分形
recursive|递归
self-similar|自相似
repeating pattern|重复图案
seamless pattern|无缝图案
tileable|可平铺
curved|弯曲
angular|棱角分明
rounded|圆润
sharp-edged|锐利边缘
beveled|倒角
faceted|多切面
smooth|光滑
jagged|参差
spiky|尖刺状
twisted|扭转
folded|折叠
interlocking|互锁
overlapping|重叠
nested|嵌套
layered|分层
stacked|堆叠
hollow|中空
perforated|穿孔
segmented|分节
fragmented|破碎
shattered|四散碎裂
exploded view|爆炸图
cutaway view|剖视图
cross-section|横截面
extruded|挤出
elongated|拉长
compressed|压缩
inflated|充气膨胀
floating|悬浮
melting|融化
dense|密集
sparse|稀疏
intricate|繁复
bulbous|球茎状
tapered|渐细
`;
